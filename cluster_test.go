package errbench_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// schedulers are what starts the task of a shard, and what it is told of it.
var schedulers = []struct {
	name    string
	command []string
	env     func(shard, count int) []string
}{
	{"slurm", []string{"sh", "job.sbatch"}, func(shard, count int) []string {
		return slurm(shard, 1, count, count)
	}},
	{"kubernetes", []string{"./task"}, func(shard, count int) []string {
		return []string{fmt.Sprint("JOB_COMPLETION_INDEX=", shard-1), fmt.Sprint("SHARDS=", count), "GOMAXPROCS=1"}
	}},
}

// slurm returns what Slurm tells a task of an array.
func slurm(task, first, last, count int) []string {
	return []string{
		fmt.Sprint("SLURM_ARRAY_TASK_ID=", task),
		fmt.Sprint("SLURM_ARRAY_TASK_MIN=", first),
		fmt.Sprint("SLURM_ARRAY_TASK_MAX=", last),
		fmt.Sprint("SLURM_ARRAY_TASK_COUNT=", count),
		"SLURM_CPUS_PER_TASK=1",
	}
}

// cluster is a folder that tasks share: the program beside the files of
// scripts/cluster.
type cluster struct{ dir string }

func newCluster(t *testing.T) cluster {
	t.Helper()
	c := cluster{built(t)}
	for _, name := range []string{"task", "job.sbatch"} {
		text, err := os.ReadFile(filepath.Join("scripts/cluster", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(c.dir, name), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// scheduled matches what a scheduler may have told the test itself.
var scheduled = regexp.MustCompile(`^(SLURM_|JOB_COMPLETION_INDEX=|SHARDS=)`)

// command returns a command in the folder, and where it prints.
func (c cluster) command(env []string, command ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command(command[0], command[1:]...)
	var printed bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &printed, &printed
	cmd.Env = append(slices.DeleteFunc(os.Environ(), scheduled.MatchString), env...)
	return cmd, &printed
}

// run runs a command that has to succeed.
func (c cluster) run(t *testing.T, env []string, command ...string) {
	t.Helper()
	cmd, printed := c.command(env, command...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, printed)
	}
}

// refused runs a command that has to end with exit code 2 and the message.
func (c cluster) refused(t *testing.T, env []string, message string, command ...string) {
	t.Helper()
	cmd, printed := c.command(env, command...)
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(printed.String(), message) {
		t.Errorf("%s: %v\n%swant exit status 2 and: %s", strings.Join(command, " "), err, printed, message)
	}
}

// merge returns the command that joins what stands in a folder for each shard.
func (c cluster) merge(t *testing.T, parts, out string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(c.dir, parts, "part-*"))
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"./errbench", "merge", "--out", out}, found...)
}

// jobs are command lines of four shards, and what is there of the second one
// while it is computed.
var jobs = []struct {
	command []string
	whole   string
	begun   func(dir string) bool
	torn    string // what merge says when the second is killed
}{
	{ // where nothing fails in the first
		command: strings.Fields("sweep --engine replay --stream counter/v2 --runs 3000 --operations 1000 --vary failure_rate=0,0.1,0.2,0.3 --vary repair_success.hint=0:0.95:0.05"),
		whole:   "whole",
		begun: func(dir string) bool {
			rows, err := os.ReadFile(filepath.Join(dir, "part-2/points.csv"))
			return err == nil && bytes.Count(rows, []byte("\n")) > 1
		},
		torn: "part-2 is incomplete: shard 2/4 was interrupted",
	},
	{
		command: strings.Fields("run --stream counter/v2 --runs 12000 --operations 10000"),
		whole:   "whole.json",
		begun:   func(string) bool { time.Sleep(15 * time.Millisecond); return true },
		torn:    "shard 2/4 is missing",
	},
}

// TestCluster runs the tasks of scripts/cluster as a scheduler would.
func TestCluster(t *testing.T) {
	c := newCluster(t)
	t.Run("killed", func(t *testing.T) { testKilledTasks(t, c) })
	t.Run("shard", func(t *testing.T) { testShardOfATask(t, c) })
	t.Run("manifest", func(t *testing.T) { testManifest(t, c) })
}

// A task that is killed in the middle and started once more leaves no trace in
// what its job makes.
func testKilledTasks(t *testing.T, c cluster) {
	for _, j := range jobs {
		c.run(t, nil, slices.Concat([]string{"./errbench"}, j.command, []string{"--out", j.whole})...)
		for _, s := range schedulers {
			t.Run(s.name+"/"+j.command[0], func(t *testing.T) {
				parts := s.name + "-" + j.command[0]
				line := slices.Concat(s.command, []string{parts}, j.command)
				for _, shard := range []int{4, 1, 3} {
					c.run(t, s.env(shard, 4), line...)
				}
				c.kill(t, s.env(2, 4), func() bool { return j.begun(filepath.Join(c.dir, parts)) }, line...)
				out := parts + "-" + j.whole
				c.refused(t, nil, j.torn, c.merge(t, parts, out)...)
				c.run(t, s.env(2, 4), line...)
				c.run(t, nil, c.merge(t, parts, out)...)
				c.run(t, nil, "diff", "-r", out, j.whole)
			})
		}
	}
}

// kill starts a command and kills it once it has begun.
func (c cluster) kill(t *testing.T, env []string, begun func() bool, command ...string) {
	t.Helper()
	cmd, printed := c.command(env, command...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); !begun() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Fatalf("%s: %v, want it killed before its end\n%s", strings.Join(command, " "), err, printed)
	}
}

// A task knows its shard, or refuses.
func testShardOfATask(t *testing.T, c cluster) {
	sweep := strings.Fields("./task some sweep --vary retry_success=0:1:0.1")
	for _, test := range []struct {
		name    string
		env     []string
		command []string
		want    string // what it says, or the folder that it makes
	}{
		{"no scheduler", nil, sweep, "task: found neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX"},
		{"one task of an array again", slurm(3, 3, 3, 1), sweep, "task: found an array from 3 to 3 of size 1; --array=1-N works"},
		{"an array from 0", slurm(0, 0, 3, 4), sweep, "task: found an array from 0 to 3 of size 4; "},
		{"an array with gaps", slurm(3, 1, 7, 4), sweep, "task: found an array from 1 to 7 of size 4; "},
		{"a job that says no count", []string{"JOB_COMPLETION_INDEX=0"}, sweep, "SHARDS: it says how many shards there are"},
		{"nothing to do", slurm(1, 1, 4, 4), []string{"./task", "some"}, "task: found some; DIR and then run or sweep"},
		{"what has no shards", slurm(1, 1, 4, 4), []string{"./task", "some", "audit"}, "task: found audit; run and sweep have shards"},
		{"more tasks than shards", append(slurm(5, 5, 5, 1), "SHARDS=4"), sweep, "--shard: got 5/4"},
	} {
		t.Run(test.name, func(t *testing.T) { c.refused(t, test.env, test.want, test.command...) })
	}
	c.run(t, append(slurm(3, 3, 3, 1), "SHARDS=4"), sweep...)
	c.run(t, nil, "grep", "-A2", `"shard": {`, "some/part-3/sweep.json")
}

// indexedJob is what the tasks are told of a Kubernetes job.
type indexedJob struct {
	Spec struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Parallelism    int
		Template       struct {
			Spec struct {
				Containers []struct {
					Command, Args []string
					Env           []struct{ Name, Value string }
				}
			}
		}
	}
}

// The manifest is taken as it is: its command, arguments and environment.
func testManifest(t *testing.T, c cluster) {
	text, err := os.ReadFile("scripts/cluster/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var job indexedJob
	if err := yaml.Unmarshal(text, &job); err != nil {
		t.Fatal(err)
	}
	spec := job.Spec
	if spec.CompletionMode != "Indexed" || spec.Completions < 2 || spec.Parallelism > spec.Completions || len(spec.Template.Spec.Containers) != 1 {
		t.Fatalf("found %+v", spec)
	}
	container := spec.Template.Spec.Containers[0]
	parts, line := container.Args[0], container.Args[1:]
	for index := range spec.Completions {
		env := []string{fmt.Sprint("JOB_COMPLETION_INDEX=", index)}
		for _, e := range container.Env {
			env = append(env, e.Name+"="+e.Value)
		}
		c.run(t, env, slices.Concat(container.Command, container.Args)...)
	}
	c.run(t, nil, c.merge(t, parts, "manifest")...)
	c.run(t, nil, slices.Concat([]string{"./errbench"}, line, []string{"--out", "manifest-whole"})...)
	c.run(t, nil, "diff", "-r", "manifest", "manifest-whole")
}
