#!/usr/bin/python3
"""The published benchmark as a numpy user would write it: whole arrays of operations at a time.

The recovered generator draws a type roll only for a failure, so where each draw sits depends on the draws before it
and a run cannot be vectorised along its length. This version takes its rolls from numpy's own generator instead. Its
counts are therefore the published ones in distribution, not digit for digit, and it checks them against expectation.
"""
import argparse
import json
import math
import sys
import time

import numpy as np

FAIL_CHANCE = 0.40
TRANSIENT, VALIDATION, PERMISSION, NOT_FOUND = range(4)

# strategy -> failure type -> the action its router picks and the chance that the action works; absent means stop.
STRATEGIES = {
    "generic": {
        TRANSIENT: ("retry", 0.70),
        VALIDATION: ("retry", 0.0),
        PERMISSION: ("retry", 0.0),
        NOT_FOUND: ("retry", 0.0),
    },
    "code_only": {TRANSIENT: ("retry", 0.70), VALIDATION: ("repair", 0.45)},
    "envelope": {TRANSIENT: ("retry", 0.70), VALIDATION: ("repair", 0.90)},
}

# Operations per chunk, the fastest power of two measured: fewer pay for calls, more leave the second-level cache.
CHUNK = 1 << 17


def simulate(total, seed):
    rng = np.random.default_rng(seed)
    tallies = {name: dict(resolved=0, attempts=0, failed=0, permanent=0) for name in STRATEGIES}
    for start in range(0, total, CHUNK):
        simulate_chunk(rng, min(CHUNK, total - start), tallies)
    return tallies


def simulate_chunk(rng, size, tallies):
    # Only what decides is drawn: with an independent generator an unused roll need not be, and a type of failure has
    # one deciding roll, for which the strategies share the comparison.
    failures = np.count_nonzero(rng.random(size, dtype=np.float32) < np.float32(FAIL_CHANCE))
    tried = np.bincount(rng.integers(0, 4, failures, dtype=np.uint8), minlength=4)
    rolls = {kind: rng.random(tried[kind], dtype=np.float32) for kind in (TRANSIENT, VALIDATION)}
    below = {(kind, chance): np.count_nonzero(rolls[kind] < np.float32(chance))
             for routes in STRATEGIES.values() for kind, (_, chance) in routes.items() if chance > 0}
    for name, routes in STRATEGIES.items():
        attempts = sum(tried[kind] for kind in routes)
        recovered = sum(below.get((kind, chance), 0) for kind, (_, chance) in routes.items())
        tally = tallies[name]
        tally["resolved"] += int(size - failures + recovered)
        tally["attempts"] += int(size + attempts)
        tally["failed"] += int(attempts - recovered)
        tally["permanent"] += int(sum(tried[kind] for kind in routes if kind in (PERMISSION, NOT_FOUND)))


def check(total, tallies):
    """Each count is a sum of independent yes-or-no operations, hence binomial: within 6 standard errors of n p.
    A correct program fails one such check with a chance of about 2e-9."""
    for name, routes in STRATEGIES.items():
        share = FAIL_CHANCE / 4
        recovered = sum(share * chance for _, chance in routes.values())
        expected = {
            "resolved": 1 - FAIL_CHANCE + recovered,
            "attempts": share * len(routes),
            "failed": share * len(routes) - recovered,
            "permanent": share * len({PERMISSION, NOT_FOUND} & routes.keys()),
        }
        for key, p in expected.items():
            count = tallies[name][key] - (total if key == "attempts" else 0)
            error = abs(count - total * p)
            assert error <= 6 * math.sqrt(total * p * (1 - p)), f"{name} {key}: {count}, expected {total * p:.0f}"


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--operations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=9100)
    parser.add_argument("--no-warmup", action="store_true")
    options = parser.parse_args()
    if options.runs < 1 or options.operations < 1 or options.seed < 0:
        parser.error("want --runs and --operations of at least 1, and --seed of at least 0")
    return options


def main():
    options = read_options()
    total = options.runs * options.operations
    if not options.no_warmup:
        simulate(total, options.seed)
    start = time.perf_counter_ns()
    tallies = simulate(total, options.seed)
    elapsed = time.perf_counter_ns() - start
    check(total, tallies)
    strategies = [{"strategy": name, "operations": total, **tally} for name, tally in tallies.items()]
    summary = {"runs": options.runs, "operations_per_run": options.operations, "seed": options.seed}
    print(json.dumps({"ns_per_operation": elapsed / total}), file=sys.stderr)
    print(json.dumps({**summary, "strategies": strategies}))


if __name__ == "__main__":
    main()
