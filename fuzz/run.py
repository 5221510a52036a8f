#!/usr/bin/env python3
"""Runs fuzz targets one after the other and says how many inputs each has had.

    cmake --preset fuzz && ninja -C build/fuzz fuzz/all
    python3 fuzz/run.py build/fuzz --runs 10000000

What a target learns is kept in BUILD/corpus/NAME, so that the next run goes on from there. An input that makes one crash,
take more than 10 s or more than 2 GiB is kept in BUILD/findings with what the target said, and the exit code is 1.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

FUZZ = pathlib.Path(__file__).resolve().parent
SECONDS_OF_ONE_INPUT = 10
MEMORY_MIB = 2048
#: The false stack by which AddressSanitizer sees uses after a return is as small as it can be: each exception goes through
#: all of it, which took 60 % of the time of the parser's target. Short stacks of allocations, for the same reason.
SANITIZER = "min_uar_stack_size_log=16:max_uar_stack_size_log=16:malloc_context_size=8:quarantine_size_mb=64"
#: Bytes of an input at most, where short ones reach everything: they are executed in less time. Others: libFuzzer's 4096.
LONGEST = {"graphql_executor": 600, "graphql_lexer": 300, "graphql_parser": 600, "graphql_validator": 500, "chunked_body": 400,
           "http_request": 1000, "service_json": 600, "signed_address": 300, "websocket_frames": 300, "xyz": 400}


def targets():
    return sorted(path.stem.removesuffix("_fuzz") for path in FUZZ.glob("*_fuzz.cc"))


def run(build, name, runs, seconds):
    """(inputs executed, inputs a second, last line of what went wrong or None)"""
    corpus, findings = build / "corpus" / name, build / "findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = [str(folder) for folder in [FUZZ / "seeds" / name] if folder.is_dir()]
    ended = subprocess.run(
        [str(build / f"{name}_fuzz"), f"-runs={runs}", f"-max_total_time={seconds}", f"-timeout={SECONDS_OF_ONE_INPUT}",
         f"-rss_limit_mb={MEMORY_MIB}", f"-artifact_prefix={findings}/{name}-", "-print_final_stats=1", "-verbosity=1",
         f"-max_len={LONGEST.get(name, 0)}", str(corpus), *seeds],
        stdin=subprocess.DEVNULL, env={**os.environ, "ASAN_OPTIONS": SANITIZER}, capture_output=True, text=True,
        errors="replace")

    def stat(key):
        found = re.search(rf"stat::{key}:\s+(\d+)", ended.stderr)
        return int(found[1]) if found else 0

    wrong = None
    if ended.returncode != 0:
        (findings / f"{name}.log").write_text(ended.stderr)
        wrong = (re.findall(r"^(?:SUMMARY|==\d+==\s?ERROR).*", ended.stderr, re.M) or [ended.stderr[-500:]])[-1]
    return stat("number_of_executed_units"), stat("average_exec_per_sec"), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder of the preset fuzz")
    parser.add_argument("--runs", type=int, default=10_000_000, help="inputs of each target (%(default)s)")
    parser.add_argument("--seconds", type=int, default=0, help="at most for each target; 0: no bound")
    parser.add_argument("--target", action="append", choices=targets(), help="only this one; can be repeated")
    options = parser.parse_args()
    failed = False
    for name in options.target or targets():
        executed, rate, wrong = run(options.build, name, options.runs, options.seconds)
        print(f"{name:20} {executed:>11,} inputs {rate:>8,}/s  {wrong or 'no finding'}", flush=True)
        failed = failed or wrong is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
