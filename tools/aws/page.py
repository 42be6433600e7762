#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/c-aws.md from tables that run.py printed.

    tools/aws/page.py CORNET.tsv... [--cbmc CBMC.tsv] > docs/c-aws.md

Of several rows of a harness the last one counts.
"""
import argparse
import collections

# Causes of an UNKNOWN, by words of its reason.
CAUSES = (
    ("more than", "the limit of time"),
    ("put together", "addresses whose bytes are accessed, in memory that is seen at two types"),
    ("taken apart", "addresses whose bytes are accessed, in memory that is seen at two types"),
    ("large", "blocks of unknown size that are copied or filled where elements have several bytes"),
    ("uninterpreted", "`__CPROVER_uninterpreted_…`, whose value is any"),
    ("floating-point", "floating-point numbers"),
    ("is any value", "functions about objects and pointers that are any value"),
    ("invalid operands", "`==` of two structs, which is no C"),
    ("internal error", "a defect of Cornet"),
    ("defined twice", "a function that two of the files of the proof define"),
)


def rows(files):
    z = {}
    for name in files:
        for line in filter(lambda line: "\t" in line, open(name)):
            harness, verdict, seconds, reason = (line.rstrip("\n").split("\t") + [""])[:4]
            z[harness] = verdict, float(seconds), reason
    return z


def cause(reason):
    return next((why for words, why in CAUSES if words in reason), "others")


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("cornet", nargs="+")
    a.add_argument("--cbmc")
    o = a.parse_intermixed_args()
    own, other = rows(o.cornet), rows([o.cbmc] if o.cbmc else [])
    count = collections.Counter(v for v, _, _ in own.values())
    causes = collections.Counter(cause(reason) for v, _, reason in own.values() if v == "UNKNOWN")
    print(f"""# Harnesses of aws-c-common

`tools/aws/run.py` runs the harnesses that [aws-c-common](https://github.com/awslabs/aws-c-common) has for CBMC, without changes, and `tools/aws/page.py` makes
this page from its output. CBMC's proofs claim that no assertion fails within bounds of loops; Cornet uses no bounds. The limit was 6 to 12 s of processor time, on a machine that did much other work (November 2026).

Of {len(own)} harnesses {count['TRUE']} are `TRUE`, {count['FALSE']} `FALSE`, {count['UNKNOWN']} `UNKNOWN`, {count['ERROR']} ended otherwise.

| `UNKNOWN` because of | harnesses |
|---|---|""")
    for why, n in causes.most_common():
        print(f"| {why} | {n} |")
    if other:
        print("\n## Beside CBMC\n\nCBMC 6.6 uses the bounds of the proofs, and both tools check only assertions. Times are seconds of processor time.\n")
        print("| harness | Cornet | | CBMC | |\n|---|---|---|---|---|")
        for harness in sorted(set(own) & set(other)):
            (v, s, _), (w, t, _) = own[harness], other[harness]
            print(f"| `{harness}` | {v} | {s:.1f} | {w} | {t:.1f} |")
    print("\n## All\n")
    for verdict in ("TRUE", "FALSE", "UNKNOWN", "ERROR"):
        names = sorted(n for n, r in own.items() if r[0] == verdict)
        if names:
            print(f"{verdict}: {', '.join(f'`{n}`' for n in names)}.\n")


if __name__ == "__main__":
    main()
