#!/usr/bin/env python3
"""Verify C programs, write their witnesses, and validate these from the files alone.

usage: round_trip.py CORNET INDEX.tsv [--cpu SECONDS] [--processes N] [--match REGEXP] [--keep DIR] [-- FLAGS]

INDEX.tsv: a header, then lines whose columns 1, 3 and 4 are a file (relative to the index), the expected verdict
and the data model.  FLAGS go to the run that writes the witness, such as --check memory,overflow.  Each run gets
SECONDS of processor time (6), the validation three times as much.  Property and data model of the validation are
those that the witness names; its reader refuses what the format does not have.
Each line of the output: file, expected verdict, verdict, what became of the witness, entries, what the validator said.
Exit 0: every witness is confirmed.  1: one is not.
"""
import argparse, collections, concurrent.futures, os, re, resource, subprocess, sys, tempfile


def cornet(flags, cpu):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    p = subprocess.run([o.cornet, 'verify', '--replay=off', '--timeout=1h'] + flags, capture_output=True, text=True, preexec_fn=limit)
    lines = p.stdout.split('\n') + p.stderr.split('\n')
    verdict = lines[0] if lines[0] in ('TRUE', 'FALSE', 'UNKNOWN') else 'ERROR'
    if p.returncode < 0:
        verdict = 'UNKNOWN'
    says = next((x for x in lines if re.match('reason:|cornet:', x)), 'out of time' if p.returncode < 0 else '')
    return verdict, next((x for x in lines if x.startswith('witness:')), ''), says


def trip(row):
    name, expected, model = row[0], row[2], row[3]
    program, file = os.path.join(os.path.dirname(o.index), name), os.path.join(o.keep, name.replace('/', '_') + '.yml')
    if os.path.exists(file):
        os.remove(file)
    verdict, _, why = cornet(['--data-model', model, '--witness', file] + o.flags + [program], o.cpu)
    if not os.path.exists(file):
        return name, expected, verdict, 'none', '', why
    again, says, why = cornet(['--validate-witness', file, program], 3 * o.cpu)
    state = 'confirmed' if again == verdict and says.startswith('witness: confirmed') else {'UNKNOWN': 'undecided', 'ERROR': 'invalid'}.get(again, 'refuted')
    text = open(file).read()
    entries = ' '.join(f'{k}={text.count(k + ":")}' for k in ('invariant', 'waypoint', 'variable') if k + ':' in text)
    return name, expected, verdict, state, entries, says if state == 'confirmed' else says + ' ' + why


p = argparse.ArgumentParser()
p.add_argument('cornet')
p.add_argument('index')
p.add_argument('--cpu', type=int, default=6)
p.add_argument('--processes', type=int, default=2)
p.add_argument('--match', default='')
p.add_argument('--keep', help='folder for the witnesses')
own = (sys.argv[1:] + ['--']).index('--') + 1
o = p.parse_args(sys.argv[1:own])
o.flags = sys.argv[own + 1:]
o.keep = o.keep or tempfile.mkdtemp()
os.makedirs(o.keep, exist_ok=True)
rows = [line.rstrip('\n').split('\t') for line in open(o.index)][1:]
count = collections.Counter()
with concurrent.futures.ThreadPoolExecutor(o.processes) as pool:
    for result in pool.map(trip, [r for r in rows if re.search(o.match, r[0])]):
        count[result[2], result[3]] += 1
        print('\t'.join(result), flush=True)
for (verdict, state), n in sorted(count.items()):
    print(f'{verdict} {state}: {n}', file=sys.stderr)
sys.exit(any(state not in ('none', 'confirmed') for _, state in count))
