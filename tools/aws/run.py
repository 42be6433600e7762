#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the harnesses that aws-c-common has for CBMC, as they are, and prints a table.

    tools/aws/run.py CHECKOUT [--cornet BINARY] [--seconds 60] [--print] [NAME...]

CHECKOUT is a folder with the sources of github.com/awslabs/aws-c-common, or of another project whose proofs have the same Makefiles, such as
github.com/FreeRTOS/coreHTTP. The Makefile of each proof, which make expands, says which
files, folders of headers, macros and replaced functions belong to it; its bounds of loops are not used. A line of the table has the
harness, the verdict, the seconds of processor time, and the reason of an UNKNOWN. Without names all harnesses run, one after the other.
--print prints command lines, and runs nothing. With --cbmc BINARY, CBMC takes the place of Cornet, with the bounds of loops of the proof
and the checks of accesses and overflows that no assertion makes switched off; goto-cc and goto-instrument are looked for beside it.
"""
import argparse
import collections
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile

WANTED = ("HARNESS_ENTRY", "PROOF_SOURCES", "PROJECT_SOURCES", "INCLUDES", "DEFINES", "REMOVE_FUNCTION_BODY", "CBMC_UNWINDSET", "CBMC_DEFAULT_UNWIND", "CBMC_OBJECT_BITS")


def proof(folder):
    """The variables of a proof's Makefile, as lists of words."""
    show = "cornet-show:;@:" + "".join(f"$(info {name}=$({name}))" for name in WANTED)
    out = subprocess.run(["make", "-s", "--eval", show, "cornet-show"], cwd=folder, capture_output=True, text=True, check=True).stdout
    pairs = (line.partition("=") for line in out.splitlines())
    z = {name: shlex.split(words) for name, _, words in pairs if name in WANTED}
    return z | {name: list(dict.fromkeys(z[name])) for name in ("PROOF_SOURCES", "PROJECT_SOURCES")}  # as $^ has them


def cornet(binary, p):
    """The command line of Cornet: its files, as the linker gets them, and the options of the same names."""
    project = "".join(open(f, errors="replace").read() for f in p["PROJECT_SOURCES"])
    removed = [f"--remove-function-body={name}" for name in p["REMOVE_FUNCTION_BODY"]
               if name.startswith("__CPROVER_file_local_") or re.search(rf"^\w[^;(){{}}]*\b{name}\([^;{{}}]*\)\s*{{", project, re.M)]
    return [binary, "verify", "-m64", "--malloc-may-fail", f"--entry={p['HARNESS_ENTRY'][0]}",
            *removed, *p["INCLUDES"], *p["DEFINES"], *p["PROOF_SOURCES"], *p["PROJECT_SOURCES"]]


def cbmc(binary, p, folder):
    """The command lines of CBMC: the steps of Makefile.common, as a script."""
    cc, instrument = (os.path.join(os.path.dirname(binary), tool) for tool in ("goto-cc", "goto-instrument"))
    compiler = [cc, "--export-file-local-symbols", *p["INCLUDES"], *p["DEFINES"]]
    removed = [word for name in p["REMOVE_FUNCTION_BODY"] for word in ("--remove-function-body", name)]
    entry = p["HARNESS_ENTRY"][0]
    steps = [[*compiler, *p["PROJECT_SOURCES"], "-o", "a"], [instrument, *removed, "a", "b"], [*compiler, *p["PROOF_SOURCES"], "-o", "c"],
             [cc, "--function", entry, "c", "b", "-o", "d"], [instrument, "--remove-function-pointers", "d", "e"],
             [instrument, "--add-library", "e", "f"], [instrument, "--drop-unused-functions", "f", "g"], [instrument, "--slice-global-inits", "g", "h"],
             [binary, "--no-standard-checks", "--malloc-may-fail", "--malloc-fail-null", "--object-bits", *p["CBMC_OBJECT_BITS"], "--unwinding-assertions",
              *p["CBMC_UNWINDSET"], *p["CBMC_DEFAULT_UNWIND"], "--slice-formula", "h"]]
    return ["sh", "-c", f"cd {shlex.quote(folder)}\n" + " >/dev/null 2>&1 && ".join(map(shlex.join, steps))]


def run(command, seconds):
    """Verdict, processor seconds and reason of a run; the limit is one of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    done = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = done.stdout.splitlines() or [""]
    reasons = [line.partition(": ")[2] for line in lines if line.startswith("reason: ")]
    for line in lines:
        if line.startswith("VERIFICATION "):  # CBMC's last line
            return {"VERIFICATION SUCCESSFUL": "TRUE"}.get(line, "FALSE"), used, ", ".join(s for s in lines if s.endswith(": FAILURE"))[:200]
    if lines[0] in ("TRUE", "FALSE", "UNKNOWN"):
        return lines[0], used, reasons[0] if reasons else ""
    if used > seconds - 1:
        return "UNKNOWN", used, f"more than {seconds} s"
    return "ERROR", used, (done.stderr.strip() or "no answer").splitlines()[-1]


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("checkout")
    a.add_argument("names", nargs="*", metavar="NAME")
    a.add_argument("--cornet", default="cornet", metavar="BINARY")
    a.add_argument("--cbmc", metavar="BINARY")
    a.add_argument("--seconds", type=int, default=60)
    a.add_argument("--print", action="store_true")
    a.add_argument("--option", action="append", default=[], help="a further option of Cornet; repeatable")
    o = a.parse_intermixed_args()
    places = (os.path.join(os.path.abspath(o.checkout), place, "cbmc", "proofs") for place in ("verification", "test"))
    proofs = next(filter(os.path.isdir, places))
    names = o.names or sorted(n for n in os.listdir(proofs) if os.path.exists(os.path.join(proofs, n, "Makefile")))
    count = collections.Counter()
    for name in names:
        p = proof(os.path.join(proofs, name))
        with tempfile.TemporaryDirectory() as folder:
            command = cbmc(os.path.abspath(o.cbmc), p, folder) if o.cbmc else cornet(o.cornet, p) + o.option
            if o.print:
                print(shlex.join(command))
                continue
            verdict, used, reason = run(command, o.seconds)
        count[verdict] += 1
        print(f"{name}\t{verdict}\t{used:.1f}\t{reason}", flush=True)
    print(", ".join(f"{v} {n}" for v, n in sorted(count.items())), file=sys.stderr)


if __name__ == "__main__":
    main()
