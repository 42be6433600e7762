#!/usr/bin/env python3
"""Verify public C programs with known verdicts for the properties that they are about.

usage: public.py CORNET FOLDER… [--cpu SECONDS] [-I DIR]

The folders are searched for
  *.yml   task definitions of SV-COMP for valid-memsafety, valid-memcleanup, no-overflow and no-data-race,
  *.c     programs named *_true-no-overflow* or *_false-no-overflow*, and those that goblint's marks RACE! and NORACE are in, if
          gcc links them, unless the marks suppose options that change what a race is (PARAM), or are skipped.
Each run gets SECONDS of processor time (15), with the data model of the task, ILP32 for programs named after their verdict, and LP64
for goblint's.  -I is where headers are, such as goblint.h.  Each line of the output: property, file, expected verdict, verdict, processor time, reason; a table follows.
Exit 0: no verdict differs from the expected one.  1: one does.
"""
import argparse, collections, os, re, resource, subprocess, sys, tempfile

CHECKS = {
    'valid-memsafety': 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n',
    'valid-memcleanup': 'CHECK( init(main()), LTL(G valid-memcleanup) )\n',
    'no-overflow': 'CHECK( init(main()), LTL(G ! overflow) )\n',
    'no-data-race': 'CHECK( init(main()), LTL(G ! data-race) )\n',
}
OTHERWISE = re.compile(r'^// *(SKIP|PARAM.*(ana\.race|sem\.|-D))', re.M)


def linked(path):
    """Reports whether gcc makes a program of the file."""
    return subprocess.run(['gcc', '-w', '-pthread'] + headers() + ['-o', '/dev/null', path, '-lm'], capture_output=True).returncode == 0


def headers():
    return [x for d in o.include for x in ('-I', d)]


def tasks(folder):
    """All (property, file, expected verdict, data model) below the folder."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            if name.endswith('.yml'):
                yield from definition(place, open(path, errors='replace').read())
            elif m := re.search(r'(true|false)-no-overflow.*\.[ci]$', name):
                yield 'no-overflow', path, m[1] == 'true', 'ILP32'
            elif name.endswith('.c'):
                text = open(path, errors='replace').read()
                if re.search(r'\b(NO)?RACE\b', text) and 'pthread' in text and not OTHERWISE.search(text) and linked(path):
                    yield 'no-data-race', path, not re.search(r'//.*\bRACE!', text), 'LP64'


def definition(place, text):
    files = re.findall(r"^input_files: *'?([^'\s]+)", text, re.M)
    model = re.search(r'data_model: *(\w+)', text)
    for prp, verdict in re.findall(r'property_file: *\S*?([\w-]+)\.prp\s+expected_verdict: *(\w+)', text):
        if prp in CHECKS and len(files) == 1 and files[0].endswith(('.c', '.i')):
            yield prp, os.path.join(place, files[0]), verdict == 'true', model[1] if model else 'ILP32'


def verify(task):
    prp, path, _, model = task
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (o.cpu, o.cpu + 1))
    with tempfile.NamedTemporaryFile('w', suffix='.prp') as f:
        f.write(CHECKS[prp])
        f.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [o.cornet, 'verify', '--replay=off', '--timeout=1h', '--data-model', model, '--property', f.name] + headers() + [path]
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
        out, err = p.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    says = next((x for x in (out + err).split('\n') if re.match('reason:|cornet:', x)), 'out of time' if p.returncode < 0 else '')
    verdict = out.split('\n')[0]
    return (verdict if verdict in ('TRUE', 'FALSE') else 'UNKNOWN'), spent, says


p = argparse.ArgumentParser()
p.add_argument('cornet')
p.add_argument('folders', nargs='+')
p.add_argument('--cpu', type=int, default=15)
p.add_argument('-I', dest='include', action='append', default=[])
o = p.parse_args()
todo = list(dict.fromkeys(t for folder in o.folders for t in tasks(folder) if os.path.exists(t[1])))
count = collections.Counter()
for task in todo:
    (prp, path, expected, _), (verdict, spent, says) = task, verify(task)
    want = str(expected).upper()
    count[prp, 'right' if verdict == want else 'unknown' if verdict == 'UNKNOWN' else 'other than expected'] += 1
    print(prp, path, want, verdict, f'{spent:.1f}', says, sep='\t', flush=True)
print(f"{'property':18}{'all':>6}{'right':>8}{'unknown':>9}  other than expected")
for prp in CHECKS:
    n = {x: count[prp, x] for x in ('right', 'unknown', 'other than expected')}
    if sum(n.values()):
        print(f"{prp:18}{sum(n.values()):6}{n['right']:8}{n['unknown']:9}  {n['other than expected']}")
sys.exit(any(x == 'other than expected' for _, x in count))
