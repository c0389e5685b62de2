package scenario_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

const (
	listsKeys = "`errbench scenario published` prints every key"
	holds     = "a scenario file holds keys and values such as `failure_rate: 0.4`; " + listsKeys
	mixKeys   = "transient, validation, permission, not_found"
)

// refused holds files with faults and the complete error: place, key, value, range.
var refused = []struct{ name, file, want string }{
	// Keys.
	{"unknown key", "failure_rat: 0.4\n",
		`my.yaml:1:1: failure_rat: unknown key; did you mean "failure_rate"?`},
	{"unknown key inside a group", "repair_success:\n  hnt: 0.3\n",
		`my.yaml:2:3: repair_success.hnt: unknown key; did you mean "repair_success.hint"?`},
	{"unknown group", "repair_sucess: {hint: 0.7}\nfailure_mx:\n  transient: 1\n",
		`my.yaml:1:1: repair_sucess: unknown key; did you mean "repair_success"?` + "\n" +
			`my.yaml:2:1: failure_mx: unknown key; did you mean "failure_mix"?`},
	{"key outside its group", "hint: 0.5\n",
		`my.yaml:1:1: hint: unknown key; did you mean "repair_success.hint"?`},
	{"key in capitals", "Runs: 5\n",
		`my.yaml:1:1: Runs: unknown key; did you mean "runs"?`},
	{"unknown key that holds a group", "shares:\n  transient: 1\n",
		"my.yaml:1:1: shares: unknown key; " + listsKeys},
	{"empty key", "\"\": 5\n",
		`my.yaml:1:1: "": unknown key; ` + listsKeys},
	{"key with an escape sequence", "\"\\e[31mruns\": 5\n",
		`my.yaml:1:1: "\x1b[31mruns": unknown key; ` + listsKeys},
	{"long key", strings.Repeat("k", 70) + ": 5\n",
		`my.yaml:1:1: "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk...": unknown key; ` + listsKeys},
	{"question mark key", "? runs\n: 5\n",
		"my.yaml:1:1: ?: unknown key; " + listsKeys},
	{"doubled key", "runs: 1\nseed: 5\nruns: 2\n",
		"my.yaml:3:1: runs: stands twice, first in line 1; keep one"},
	{"trebled key", "runs: 1\nruns: 2\nruns: 3\n",
		"my.yaml:2:1: runs: stands twice, first in line 1; keep one" + "\n" +
			"my.yaml:3:1: runs: stands twice, first in line 1; keep one"},
	{"doubled key inside a group", "failure_mix:\n  transient: 1\n  transient: 1\n",
		"my.yaml:3:3: failure_mix.transient: stands twice, first in line 2; keep one"},
	{"doubled group", "failure_mix:\n  transient: 1\nfailure_mix:\n  validation: 2\n",
		"my.yaml:3:1: failure_mix: stands twice, first in line 1; keep one"},
	{"key doubled by its dotted form", "failure_mix:\n  transient: 1\nfailure_mix.transient: 2\n",
		"my.yaml:3:1: failure_mix.transient: stands twice, first in line 2; keep one"},

	// Types.
	{"text for a number", "runs: sixty\n",
		`my.yaml:1:1: runs: got "sixty", want a whole number from 1 to 33554431`},
	{"quoted number", "runs: \"60\"\n",
		`my.yaml:1:1: runs: got "60", want a whole number from 1 to 33554431`},
	{"number for a text", "name: 5\n",
		"my.yaml:1:1: name: got 5, want 1 to 100 printable characters"},
	{"number for a stream", "stream: 1\n",
		"my.yaml:1:1: stream: got 1, want one of lcg32/v1, counter/v2"},
	{"true for a number", "failure_rate: true\n",
		"my.yaml:1:1: failure_rate: got true, want a number from 0 to 1"},
	{"null for a number", "failure_rate: null\n",
		"my.yaml:1:1: failure_rate: got null, want a number from 0 to 1"},
	{"null for a text", "name: ~\n",
		"my.yaml:1:1: name: got null, want 1 to 100 printable characters"},
	{"nothing for a number", "failure_rate:\nruns: 5\n",
		"my.yaml:1:1: failure_rate: got null, want a number from 0 to 1"},
	{"list for a number", "failure_rate: [0.1, 0.2]\n",
		"my.yaml:1:1: failure_rate: got a list of 2, want a number from 0 to 1"},
	{"list in lines for a number", "failure_rate:\n  - 0.1\n  - 0.2\n",
		"my.yaml:1:1: failure_rate: got a list of 2, want a number from 0 to 1"},
	{"group for a number", "failure_rate:\n  transient: 0.4\n",
		"my.yaml:1:1: failure_rate: got a mapping, want a number from 0 to 1"},
	{"empty group for a number", "runs: 5\nfailure_rate: {}\n",
		"my.yaml:2:1: failure_rate: got an empty mapping, want a number from 0 to 1"},
	{"group for a text", "name: {first: a}\n",
		"my.yaml:1:1: name: got a mapping, want 1 to 100 printable characters"},
	{"group inside a group", "failure_mix:\n  transient:\n    rate: 1\n",
		"my.yaml:2:3: failure_mix.transient: got a mapping, want a finite number of at least 0"},
	{"number for a group", "failure_mix: 1\n",
		"my.yaml:1:1: failure_mix: got 1, want a mapping of " + mixKeys},
	{"list for a group", "failure_mix: [1, 1, 1, 1]\n",
		"my.yaml:1:1: failure_mix: got a list of 4, want a mapping of " + mixKeys},
	{"nothing for a group", "failure_mix:\nruns: 5\n",
		"my.yaml:1:1: failure_mix: got null, want a mapping of " + mixKeys},
	{"empty group", "failure_mix: {}\n",
		"my.yaml:1:1: failure_mix: got an empty mapping, want a mapping of " + mixKeys},
	{"text for a truth", "server_honours_key: \"true\"\n",
		`my.yaml:1:1: server_honours_key: got "true", want true or false`},
	{"capitals for a truth", "server_honours_key: True\n",
		`my.yaml:1:1: server_honours_key: got "True", want true or false`},
	{"number for a truth", "server_honours_key: 1\n",
		"my.yaml:1:1: server_honours_key: got 1, want true or false"},
	{"another word for none", "deadline_ms: never\n",
		`my.yaml:1:1: deadline_ms: got "never", want none, or a whole number from 0 to 86400000`},
	{"none for a number", "runs: none\n",
		`my.yaml:1:1: runs: got "none", want a whole number from 1 to 33554431`},
	{"nothing for a choice", "transient_model:\n",
		"my.yaml:1:1: transient_model: got null, want one of coin, outage"},
	{"group three deep", "distortions:\n  wrong_code:\n    transient: {transient: 1}\n",
		"my.yaml:3:17: distortions.wrong_code.transient.transient: unknown key; did you mean \"distortions.wrong_code.transient.permission\"?"},

	// Ranges.
	{"probability above 1", "failure_rate: 1.5\n",
		"my.yaml:1:1: failure_rate: got 1.5, want a number from 0 to 1"},
	{"probability below 0", "retry_success: -0.1\n",
		"my.yaml:1:1: retry_success: got -0.1, want a number from 0 to 1"},
	{"not a number", "failure_rate: .nan\n",
		"my.yaml:1:1: failure_rate: got .nan, want a number from 0 to 1"},
	{"infinity", "failure_mix:\n  transient: .inf\n",
		"my.yaml:2:3: failure_mix.transient: got .inf, want a finite number of at least 0"},
	{"plus and bare points", "failure_rate: +.5\nretry_success: 1.\nruns: +5\n",
		`my.yaml:1:1: failure_rate: got "+.5", want a number from 0 to 1, in plain digits` + "\n" +
			`my.yaml:2:1: retry_success: got "1.", want a number from 0 to 1, in plain digits` + "\n" +
			`my.yaml:3:1: runs: got "+5", want a whole number from 1 to 33554431, in plain digits`},
	{"number beyond floating point", "failure_rate: 1e400\n",
		"my.yaml:1:1: failure_rate: got 1e400, want a number from 0 to 1"},
	{"percentage", "failure_rate: 40%\n",
		`my.yaml:1:1: failure_rate: got "40%", want a number from 0 to 1`},
	{"decimal comma", "failure_rate: 0,4\n",
		`my.yaml:1:1: failure_rate: got "0,4", want a number from 0 to 1`},
	{"negative weight", "failure_mix:\n  transient: -1\n",
		"my.yaml:2:3: failure_mix.transient: got -1, want a finite number of at least 0"},
	{"all weights zero", "failure_mix:\n  transient: 0\n  validation: 0\n  permission: 0\n  not_found: 0\n",
		"my.yaml:1:1: failure_mix: got all weights zero, want at least one weight above 0"},
	{"all weights zero by dotted keys", "failure_mix.transient: 0\nfailure_mix.validation: 0\nfailure_mix.permission: 0\nfailure_mix.not_found: 0\n",
		"my.yaml:1:1: failure_mix: got all weights zero, want at least one weight above 0"},
	{"weights that overflow", "failure_mix:\n  transient: 1e308\n  validation: 1e308\n",
		"my.yaml:1:1: failure_mix: got weights whose sum overflows, want smaller weights of the same ratios"},
	{"no runs", "runs: 0\n",
		"my.yaml:1:1: runs: got 0, want a whole number from 1 to 33554431"},
	{"runs over the limit", "runs: 33554432\n",
		"my.yaml:1:1: runs: got 33554432, want a whole number from 1 to 33554431"},
	{"operations over the limit", "operations: 268435457\n",
		"my.yaml:1:1: operations: got 268435457, want a whole number from 1 to 268435456"},
	{"negative count", "operations: -1\n",
		"my.yaml:1:1: operations: got -1, want a whole number from 1 to 268435456"},
	{"recovery attempts over the limit", "recovery_attempts: 101\n",
		"my.yaml:1:1: recovery_attempts: got 101, want a whole number from 0 to 100"},
	{"fractional count", "runs: 1.5\n",
		"my.yaml:1:1: runs: got 1.5, want a whole number from 1 to 33554431"},
	{"count with a point", "runs: 60.0\n",
		"my.yaml:1:1: runs: got 60.0, want a whole number from 1 to 33554431, in plain digits"},
	{"count with an exponent", "runs: 6e1\n",
		"my.yaml:1:1: runs: got 6e1, want a whole number from 1 to 33554431, in plain digits"},
	{"count beyond 64 bits", "runs: 99999999999999999999\n",
		"my.yaml:1:1: runs: got 99999999999999999999, want a whole number from 1 to 33554431"},
	{"seed over the limit", "seed: 9007199254740992\n",
		"my.yaml:1:1: seed: got 9007199254740992, want a whole number from 0 to 9007199254740991"},
	{"seed beyond 64 bits", "seed: 18446744073709551616\n",
		"my.yaml:1:1: seed: got 18446744073709551616, want a whole number from 0 to 9007199254740991"},
	{"negative seed", "seed: -1\n",
		"my.yaml:1:1: seed: got -1, want a whole number from 0 to 9007199254740991"},
	{"seed that wraps", "seed: 4294967236\n",
		"my.yaml:1:1: seed: got 4294967236, want with lcg32/v1 and 60 runs a whole number from 0 to 4294967235, since run r is seeded with seed + r in 32 bits"},
	{"seed that wraps with more runs", "runs: 33554431\nseed: 4261412865\n",
		"my.yaml:2:1: seed: got 4261412865, want with lcg32/v1 and 33554431 runs a whole number from 0 to 4261412864, since run r is seeded with seed + r in 32 bits"},
	{"unknown stream", "stream: lcg32/v2\n",
		`my.yaml:1:1: stream: got "lcg32/v2", want one of lcg32/v1, counter/v2`},
	{"unlike stream", "stream: mersenne\n",
		`my.yaml:1:1: stream: got "mersenne", want one of lcg32/v1, counter/v2`},
	{"hexadecimal", "runs: 0x10\n",
		`my.yaml:1:1: runs: got "0x10", want a whole number from 1 to 33554431, in plain digits`},
	{"hexadecimal floating point", "failure_rate: 0x1p-2\n",
		`my.yaml:1:1: failure_rate: got "0x1p-2", want a number from 0 to 1`},
	{"octal", "runs: 0o17\n",
		`my.yaml:1:1: runs: got "0o17", want a whole number from 1 to 33554431, in plain digits`},
	{"octal of old", "runs: 017\n",
		`my.yaml:1:1: runs: got "017", want a whole number from 1 to 33554431, in plain digits`},
	{"binary", "runs: 0b11\n",
		`my.yaml:1:1: runs: got "0b11", want a whole number from 1 to 33554431, in plain digits`},
	{"underscores", "runs: 1_000\n",
		`my.yaml:1:1: runs: got "1_000", want a whole number from 1 to 33554431, in plain digits`},
	{"underscores in a fraction", "failure_rate: 0_0.4\n",
		`my.yaml:1:1: failure_rate: got "0_0.4", want a number from 0 to 1, in plain digits`},
	{"empty name", "name: \"\"\n",
		`my.yaml:1:1: name: got "", want 1 to 100 printable characters`},
	{"long name", "name: " + strings.Repeat("n", 101) + "\n",
		`my.yaml:1:1: name: got "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...", want 1 to 100 printable characters`},
	{"name of two lines", "name: |\n  one\n  two\n",
		`my.yaml:1:1: name: got "one\ntwo\n", want 1 to 100 printable characters`},
	{"name with a control character", "name: \"\\e[31m\"\n",
		`my.yaml:1:1: name: got "\x1b[31m", want 1 to 100 printable characters`},

	// What YAML can do and a scenario does not need.
	{"anchor and alias", "seed: &s 5\nruns: *s\n",
		"my.yaml:1:1: seed: got &s 5, want a whole number from 0 to 9007199254740991" + "\n" +
			"my.yaml:2:1: runs: got *s, want a whole number from 1 to 33554431"},
	{"anchored group", "failure_mix: &m {transient: 1}\n",
		"my.yaml:1:1: failure_mix: got &m {transient: 1}, want a mapping of " + mixKeys},
	{"merge key", "<<: {runs: 5}\n",
		"my.yaml:1:1: <<: unknown key; " + listsKeys},
	{"tag", "runs: !!int 5\n",
		"my.yaml:1:1: runs: got !!int 5, want a whole number from 1 to 33554431"},
	{"tagged document", "!!map\nruns: 5\n",
		"my.yaml:1:1: got !!map runs: 5; " + holds},
	{"second document", "runs: 5\n---\nruns: 6\n",
		"my.yaml:3:1: a second document begins; keep one"},
	{"second document after an end", "runs: 5\n...\nruns: 6\n",
		"my.yaml:3:1: a second document begins; keep one"},
	{"second document that is no mapping", "runs: 5\n---\n- 6\n",
		"my.yaml:3:1: a second document begins; keep one"},
	{"directive", "%YAML 1.2\n---\nruns: 5\n",
		"my.yaml:1:1: a directive (%) stands here; remove it"},
	{"brackets without end", "runs: " + strings.Repeat("[", 1001),
		"my.yaml:1:1007: more than 1000 of the marks [ { - ? & !"},
	{"dashes without end", strings.Repeat("- ", 1001),
		"my.yaml:1:2001: more than 1000 of the marks [ { - ? & !"},

	// What holds no assumption.
	{"empty file", "",
		"my.yaml: the file holds nothing; " + holds},
	{"only comments", "# runs: 5\n\n# seed: 6\n",
		"my.yaml: the file holds nothing; " + holds},
	{"only a document mark", "---\n",
		"my.yaml: the file holds nothing; " + holds},
	{"list", "- runs\n",
		"my.yaml:1:1: got a list of 1; " + holds},
	{"text", "published\n",
		`my.yaml:1:1: got "published"; ` + holds},
	{"key without a space", "runs:5\n",
		`my.yaml:1:1: got "runs:5"; ` + holds},

	// Broken YAML and text.
	{"indentation by a tab", "failure_mix:\n\ttransient: 1\n",
		"my.yaml:2:1: not YAML: a tab stands here; write blanks"},
	{"tab before a key", "\truns: 5\n",
		"my.yaml:1:5: not YAML: a tab stands here; write blanks"},
	{"wrong indentation", "runs: 5\n  seed: 6\n",
		"my.yaml:1:7: not YAML: a colon follows the value that begins here; put the value in quotes, or check the indentation"},
	{"reserved character", "name: @home\n",
		"my.yaml:1:7: not YAML: a text cannot begin with this character; put it in quotes"},
	{"quote without end", "name: \"mine\n",
		"my.yaml:1:7: not YAML: the quote that opens here is not closed"},
	{"byte that is not UTF-8", "runs: 5\nname: caf\xe9\n",
		"my.yaml:2:10: the byte 0xe9 is not UTF-8"},
	{"UTF-16", "\xff\xfer\x00u\x00n\x00s\x00",
		"my.yaml:1:1: the byte 0xff is not UTF-8"},
	{"byte that is not UTF-8 in a comment", "# \xff\nruns: 5\n",
		"my.yaml:1:3: the byte 0xff is not UTF-8"},
	{"lines that end in CRLF", "runs: 5\r\nseed: 6\r\nfailure_rate: 2\r\n",
		"my.yaml:3:1: failure_rate: got 2, want a number from 0 to 1"},
	{"byte order mark", "\ufeffruns: 0\n",
		"my.yaml:1:1: runs: got 0, want a whole number from 1 to 33554431"},

	// JSON.
	{"JSON unknown key", `{"failure_rat": 0.4}`,
		`my.yaml:1:2: failure_rat: unknown key; did you mean "failure_rate"?`},
	{"JSON unknown key inside a group", `{"repair_success": {"hnt": 0.4}}`,
		`my.yaml:1:21: repair_success.hnt: unknown key; did you mean "repair_success.hint"?`},
	{"JSON empty key", `{"": 0.4}`,
		`my.yaml:1:2: "": unknown key; ` + listsKeys},
	{"JSON doubled key", `{"runs": 1, "runs": 2}`,
		"my.yaml:1:13: runs: stands twice; keep one"},
	{"JSON key doubled by an escape", "{\"runs\": 1,\n \"\\u0072uns\": 2}",
		"my.yaml:2:2: runs: stands twice, first in line 1; keep one"},
	{"JSON doubled group", `{"failure_mix": {"transient": 1}, "failure_mix": {"validation": 1}}`,
		"my.yaml:1:35: failure_mix: stands twice; keep one"},
	{"JSON text for a number", `{"runs": "60"}`,
		`my.yaml:1:2: runs: got "60", want a whole number from 1 to 33554431`},
	{"JSON number for a text", `{"name": 5}`,
		"my.yaml:1:2: name: got 5, want 1 to 100 printable characters"},
	{"JSON true for a number", `{"runs": true}`,
		"my.yaml:1:2: runs: got true, want a whole number from 1 to 33554431"},
	{"JSON null for a number", `{"runs": null}`,
		"my.yaml:1:2: runs: got null, want a whole number from 1 to 33554431"},
	{"JSON list for a number", "{\"runs\": [\n  1,\n  2\n]}",
		"my.yaml:1:2: runs: got a list of 2, want a whole number from 1 to 33554431"},
	{"JSON group for a number", `{"runs": {"a": 1}}`,
		"my.yaml:1:2: runs: got a mapping, want a whole number from 1 to 33554431"},
	{"JSON empty group for a number", `{"runs": 5, "failure_rate": { }}`,
		"my.yaml:1:13: failure_rate: got an empty mapping, want a number from 0 to 1"},
	{"JSON number for a group", `{"failure_mix": 1}`,
		"my.yaml:1:2: failure_mix: got 1, want a mapping of " + mixKeys},
	{"JSON null for a group", `{"failure_mix": null}`,
		"my.yaml:1:2: failure_mix: got null, want a mapping of " + mixKeys},
	{"JSON empty group", `{"failure_mix": {}}`,
		"my.yaml:1:2: failure_mix: got an empty mapping, want a mapping of " + mixKeys},
	{"JSON probability above 1", `{"failure_rate": 1.5}`,
		"my.yaml:1:2: failure_rate: got 1.5, want a number from 0 to 1"},
	{"JSON number beyond floating point", `{"failure_rate": 1e400}`,
		"my.yaml:1:2: failure_rate: got 1e400, want a number from 0 to 1"},
	{"JSON fractional count", `{"runs": 1.5}`,
		"my.yaml:1:2: runs: got 1.5, want a whole number from 1 to 33554431"},
	{"JSON count with an exponent", `{"runs": 6e1}`,
		"my.yaml:1:2: runs: got 6e1, want a whole number from 1 to 33554431, in plain digits"},
	{"JSON all weights zero", `{"seed": 1, "failure_mix": {"transient": 0, "validation": 0, "permission": 0, "not_found": 0}}`,
		"my.yaml:1:13: failure_mix: got all weights zero, want at least one weight above 0"},
	{"JSON seed that wraps", `{"runs": 60, "seed": 4294967236}`,
		"my.yaml:1:14: seed: got 4294967236, want with lcg32/v1 and 60 runs a whole number from 0 to 4294967235, since run r is seeded with seed + r in 32 bits"},
	{"JSON empty object", "{}",
		"my.yaml: the file holds nothing; " + holds},
	{"JSON truncated", "{\"runs\": 5,\n\"seed\"",
		"my.yaml:2:7: not JSON: the text ends inside a value"},
	{"JSON followed by more", "{\"runs\": 5}\n{\"runs\": 6}",
		`my.yaml:2:1: not JSON: got '{' after the end of the document`},
	{"JSON comma before the end", `{"runs": 5,}`,
		`my.yaml:1:12: not JSON: got '}', want '"'`},
	{"JSON comma missing", "{\"runs\": 5\n \"seed\": 6}",
		`my.yaml:2:2: not JSON: got '"', want ',' or '}'`},
	{"JSON key without quotes", "{runs: 5}",
		`my.yaml:1:2: not JSON: got 'r', want '"'`},
	{"JSON comment", "{\n  // mine\n  \"runs\": 5\n}",
		`my.yaml:2:3: not JSON: got '/', want '"'`},
	{"JSON leading zero", `{"runs": 05}`,
		`my.yaml:1:11: not JSON: got '5', want ',' or '}'`},
	{"JSON word cut short", "{\"runs\": tru\n}",
		`my.yaml:1:13: not JSON: got '\n', want 'e'`},
	{"JSON not UTF-8", "{\"name\": \"caf\xe9\"}",
		"my.yaml:1:14: the byte 0xe9 is not UTF-8"},
	{"JSON indented by tabs", "\t{\n\t\t\"runs\": 0\n\t}",
		"my.yaml:2:3: runs: got 0, want a whole number from 1 to 33554431"},
	{"JSON column after letters of two bytes", `{"name": "éé", "runs": 0}`,
		"my.yaml:1:16: runs: got 0, want a whole number from 1 to 33554431"},
	{"JSON byte order mark", "\ufeff{\"runs\": 0}",
		"my.yaml:1:2: runs: got 0, want a whole number from 1 to 33554431"},

	{"outage without a length", "runs: 5\ntransient_model: outage\n",
		"my.yaml:2:1: transient_model: got outage with outage_ms.max 0, want coin, or outage_ms.max of at least 1"},
	{"shortest outage above the longest", "runs: 5\noutage_ms:\n  min: 4\n  max: 3\n",
		"my.yaml:2:1: outage_ms: got min 4 above max 3, want min up to max"},

	// Several faults: all are told.
	{"several faults", "failure_rate: 2\nruns: 0\nstraem: lcg32/v1\nretry_success: high\nruns: 5\nfailure_mix:\n  transient: -1\n",
		"my.yaml:1:1: failure_rate: got 2, want a number from 0 to 1" + "\n" +
			"my.yaml:2:1: runs: got 0, want a whole number from 1 to 33554431" + "\n" +
			`my.yaml:3:1: straem: unknown key; did you mean "stream"?` + "\n" +
			`my.yaml:4:1: retry_success: got "high", want a number from 0 to 1` + "\n" +
			"my.yaml:5:1: runs: stands twice, first in line 2; keep one" + "\n" +
			"my.yaml:7:3: failure_mix.transient: got -1, want a finite number of at least 0"},
	{"several faults of the whole", "seed: 4294967295\nfailure_mix: {transient: 0, validation: 0, permission: 0, not_found: 0}\n",
		"my.yaml:2:1: failure_mix: got all weights zero, want at least one weight above 0" + "\n" +
			"my.yaml:1:1: seed: got 4294967295, want with lcg32/v1 and 60 runs a whole number from 0 to 4294967235, since run r is seeded with seed + r in 32 bits"},
	{"JSON several faults", "{\"failure_rate\": 2,\n\"runs\": 0,\n\"a\": {}}",
		"my.yaml:1:2: failure_rate: got 2, want a number from 0 to 1" + "\n" +
			"my.yaml:2:1: runs: got 0, want a whole number from 1 to 33554431" + "\n" +
			"my.yaml:3:1: a: unknown key; " + listsKeys},
}

func TestReadNamesPlaceGotAndWant(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			a, err := scenario.Read(strings.NewReader(c.file), "my.yaml")
			if err == nil {
				t.Fatalf("accepted as %+v", a)
			}
			if diff := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if a != (scenario.Assumptions{}) {
				t.Errorf("an error came with assumptions: %+v", a)
			}
		})
	}
}

// accepted holds files without a fault, and their changes of the published assumptions.
var accepted = []struct {
	name, file string
	change     func(*scenario.Assumptions)
}{
	{"one key", "runs: 5\n", func(a *scenario.Assumptions) { a.Runs = 5 }},
	{"nested key", "repair_success:\n  hint: 1\n", func(a *scenario.Assumptions) { a.RepairSuccess.Hint = 1 }},
	{"group in one line", "failure_mix: {transient: 2, not_found: 0}\n", func(a *scenario.Assumptions) { a.FailureMix.Transient, a.FailureMix.NotFound = 2, 0 }},
	{"dotted key", "failure_mix.transient: 2\n", func(a *scenario.Assumptions) { a.FailureMix.Transient = 2 }},
	{"quoted keys", "\"runs\": 5\n'seed': 6\n", func(a *scenario.Assumptions) { a.Runs, a.Seed = 5, 6 }},
	{"name", "name: mine\n", func(a *scenario.Assumptions) { a.Name = "mine" }},
	{"name of words and letters of all kinds", "name: 'Ünïcode, 日本語 and 🎲: \"it''s\" fine'\n", func(a *scenario.Assumptions) { a.Name = `Ünïcode, 日本語 and 🎲: "it's" fine` }},
	{"longest name", "name: " + strings.Repeat("é", 100) + "\n", func(a *scenario.Assumptions) { a.Name = strings.Repeat("é", 100) }},
	{"name like a date", "name: 2026-08-20\n", func(a *scenario.Assumptions) { a.Name = "2026-08-20" }},
	{"stream", "stream: counter/v2\nseed: 9007199254740991\n", func(a *scenario.Assumptions) { a.Stream, a.Seed = "counter/v2", 1<<53-1 }},
	{"limits", "runs: 33554431\noperations: 268435456\nrecovery_attempts: 100\nseed: 4261412864\n", func(a *scenario.Assumptions) {
		a.Runs, a.Operations, a.RecoveryAttempts, a.Seed = 33554431, 268435456, 100, 4261412864
	}},
	{"least", "runs: 1\noperations: 1\nrecovery_attempts: 0\nseed: 0\nfailure_rate: 0\n", func(a *scenario.Assumptions) {
		a.Runs, a.Operations, a.RecoveryAttempts, a.Seed, a.FailureRate = 1, 1, 0, 0, 0
	}},
	{"points", "failure_rate: 0.5\nretry_success: 1.0\n", func(a *scenario.Assumptions) { a.FailureRate, a.RetrySuccess = 0.5, 1 }},
	{"exponents", "failure_rate: 5e-1\nretry_success: 1E-7\nreplace_success: 1e-300\n", func(a *scenario.Assumptions) { a.FailureRate, a.RetrySuccess, a.ReplaceSuccess = 0.5, 1e-7, 1e-300 }},
	{"comments and a document mark", "# mine\n---\nruns: 5 # few\n...\n", func(a *scenario.Assumptions) { a.Runs = 5 }},
	{"CRLF", "runs: 5\r\nname: mine\r\n", func(a *scenario.Assumptions) { a.Runs, a.Name = 5, "mine" }},
	{"byte order mark", "\ufeffruns: 5\n", func(a *scenario.Assumptions) { a.Runs = 5 }},
	{"no line end", "runs: 5", func(a *scenario.Assumptions) { a.Runs = 5 }},
	{"truth, word and none", "server_honours_key: true\ntransient_model: outage\noutage_ms: {max: 9}\ndeadline_ms: none\n", func(a *scenario.Assumptions) {
		a.ServerHonoursKey, a.TransientModel, a.OutageMS.Max = true, scenario.Outage, 9
	}},
	{"absence by null", "deadline_ms: ~\nretry_after_ms:\nruns: 5\n", func(a *scenario.Assumptions) { a.Runs = 5 }},
	{"groups three deep", "distortions:\n  wrong_code:\n    transient:\n      not_found: 0.5\ncost.usd:\n  repair: 1e-3\n", func(a *scenario.Assumptions) {
		a.Distortions.WrongCode.Transient.NotFound, a.Cost.USD.Repair = 0.5, 0.001
	}},
	{"JSON absence, truth and number", `{"deadline_ms": null, "repair_takes_new_key": true, "retry_after_ms": 5}`, func(a *scenario.Assumptions) {
		a.RepairTakesNewKey, a.RetryAfterMS = true, optional.Of[int64](5)
	}},
	{"JSON", `{"name": "mine", "runs": 5, "failure_mix": {"transient": 2}}`, func(a *scenario.Assumptions) { a.Name, a.Runs, a.FailureMix.Transient = "mine", 5, 2 }},
	{"JSON escapes", `{"\u0072uns": 5, "name": "a\"b\u00e9"}`, func(a *scenario.Assumptions) { a.Runs, a.Name = 5, `a"bé` }},
	{"JSON byte order mark, tabs and CRLF", "\ufeff\r\n\t{\r\n\t\"runs\": 5\r\n}\r\n", func(a *scenario.Assumptions) { a.Runs = 5 }},
}

func TestReadChangesOnlyWhatTheFileSays(t *testing.T) {
	for _, c := range accepted {
		t.Run(c.name, func(t *testing.T) {
			want := scenario.Published()
			want.Name = "my"
			c.change(&want)
			got, err := scenario.Read(strings.NewReader(c.file), "a/b/my.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("assumptions (-want +got):\n%s", diff)
			}
		})
	}
}

// A negative zero equals zero but prints a sign, so two equal assumptions
// would print differently.
func TestNegativeZeroIsReadAsZero(t *testing.T) {
	for _, file := range []string{"failure_rate: -0.0\n", "failure_rate: -0\n", "failure_rate: -0e-400\n", `{"failure_rate": -0}`, `{"failure_rate": -0.0}`} {
		a, err := scenario.Read(strings.NewReader(file), "my.yaml")
		if err != nil {
			t.Errorf("%q: %v", file, err)
		}
		if math.Signbit(a.FailureRate) {
			t.Errorf("%q: the failure rate keeps the sign of its zero", file)
		}
	}
}

func TestNameLeftOutIsTheFiles(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"my.yaml", "my"},
		{"a/b/my.scenario.json", "my.scenario"},
		{"stdin", "stdin"},
		{"published.yaml", "published (changed)"},
	} {
		a, err := scenario.Read(strings.NewReader("runs: 5\n"), c.file)
		if err != nil || a.Name != c.want {
			t.Errorf("%s: name %q, error %v; want %q", c.file, a.Name, err, c.want)
		}
	}
}

func TestFileWhoseNameIsNoNameMustHoldOne(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{".yaml", `.yaml: the file has no key name, and its own name is not allowed as one: name: got "", want 1 to 100 printable characters`},
		{"a\tb.yaml", "a\tb.yaml: the file has no key name, and its own name is not allowed as one: name: got \"a\\tb\", want 1 to 100 printable characters"},
	} {
		if _, err := scenario.Read(strings.NewReader("runs: 5\n"), c.file); err == nil || err.Error() != c.want {
			t.Errorf("error %q, want %q", err, c.want)
		}
		if _, err := scenario.Read(strings.NewReader("name: mine\n"), c.file); err != nil {
			t.Errorf("with a name of its own: %v", err)
		}
	}
}

func TestReadRefusesLargeFiles(t *testing.T) {
	const most = 1 << 16
	fits := "runs: 5\n" + strings.Repeat("#\n", most/2-4)
	if _, err := scenario.Read(strings.NewReader(fits), "my.yaml"); err != nil {
		t.Errorf("%d bytes: %v", len(fits), err)
	}
	const want = "my.yaml: longer than 64 KiB, the most that is read"
	if _, err := scenario.Read(strings.NewReader(fits+"#"), "my.yaml"); err == nil || err.Error() != want {
		t.Errorf("%d bytes: error %q, want %q", len(fits)+1, err, want)
	}
}

// The YAML parser took gigabytes for a file of brackets, and flattening nested
// objects took gigabytes for their dotted keys. These files take milliseconds;
// where they do not, the test runs out of time or memory.
func TestReadStandsDeepNesting(t *testing.T) {
	const size = 1 << 16
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, file := range []string{
		"runs: " + fill("[")[6:], "runs: " + fill("{a: ")[8:], fill("- "), fill("? "), fill("&a "), fill("!!a "), fill("*a "), fill("- - a: "), fill("a: {"),
		fill(`{"a":`), `{"runs":` + fill("[")[8:], `{"failure_mix":` + fill(`{"a":`)[15:], "{" + fill("{")[1:],
		`{"a":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5001),
	} {
		if _, err := scenario.Read(strings.NewReader(file), "my.yaml"); err == nil {
			t.Errorf("%.20q... was accepted", file)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%.20q...: an error of %d bytes", file, len(err.Error()))
		}
	}
}

func TestReadPassesOnWhatTheReaderReports(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := scenario.Read(iotest.ErrReader(broken), "my.yaml")
	if !errors.Is(err, broken) || err.Error() != "my.yaml: disk on fire" {
		t.Errorf("error %q", err)
	}
}

func TestFaultsOfAFileAreFieldErrors(t *testing.T) {
	_, err := scenario.Read(strings.NewReader("runs: 5\nfailure_mix:\n  transient: -1\n"), "my.yaml")
	var fault *scenario.FieldError
	if !errors.As(err, &fault) {
		t.Fatalf("%v is no FieldError", err)
	}
	want := scenario.FieldError{Key: "failure_mix.transient", Got: "-1", Want: "a finite number of at least 0"}
	if diff := cmp.Diff(want, *fault); diff != "" {
		t.Errorf("fault (-want +got):\n%s", diff)
	}
}

func TestReadReadsWhatJSONEncodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssumptions(t)
		file, err := json.MarshalIndent(want, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		got, err := scenario.Read(bytes.NewReader(file), "other.json")
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("assumptions (-want +got):\n%s", diff)
		}
	})
}

// FuzzRead: for any file Read does not panic. Each line of an error begins with the file,
// except the line that counts further faults. Accepted assumptions are valid and are read
// back after they are written.
func FuzzRead(f *testing.F) {
	for _, c := range refused {
		if len(c.file) < 1000 { // long seeds make the fuzzer slow
			f.Add([]byte(c.file))
		}
	}
	for _, c := range accepted {
		f.Add([]byte(c.file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		a, err := scenario.Read(bytes.NewReader(file), "my.yaml")
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "my.yaml:") && !strings.HasPrefix(line, "and ") {
					t.Errorf("no file at the beginning of %q", line)
				}
			}
			return
		}
		if err := a.Validate(); err != nil {
			t.Errorf("accepted %+v, which is invalid: %v", a, err)
		}
		var written bytes.Buffer
		if err := a.WriteYAML(&written); err != nil {
			t.Fatal(err)
		}
		again, err := scenario.Read(&written, "other.yaml")
		if err != nil || again != a {
			t.Errorf("written and read again: %+v, %v; want %+v", again, err, a)
		}
	})
}
