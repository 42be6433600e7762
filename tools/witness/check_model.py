#!/usr/bin/env python3
"""Check a model of a Horn file with solvers that had no part in finding it.

usage: check_model.py FILE.smt2 [OUTPUT]      (OUTPUT defaults to standard input)

OUTPUT is what a solver printed: a line `sat`, then the model: ( (define-fun p (...) Bool body) ... ),
(model ...), or bare define-funs.  Every declared predicate needs a definition.  Other functions, of
define-fun, define-fun-rec and define-funs-rec, may help; recursion must take a datatype apart, so that
it ends.  Substituting the definitions into the file must make every assert valid; z3 is asked first, then cvc5, each with a
time limit (CHECK_S seconds, default 60).  Exit 0: valid.  1: not a model, with the offending clause.
2: malformed output.  3: no solver could tell.
"""
import os, subprocess, sys, tempfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import smtlib

LIMIT = int(os.environ.get('CHECK_S', '60'))


def solvers(path):
    yield 'z3', ['z3', f'-T:{LIMIT}', path]
    yield 'cvc5', ['cvc5', f'--tlimit={LIMIT*1000}', path]


def ask(text):
    with tempfile.NamedTemporaryFile('w', suffix='.smt2', delete=False) as f:
        f.write(text)
    try:
        for n, cmd in solvers(f.name):
            try:
                p = subprocess.run(cmd, capture_output=True, text=True, timeout=LIMIT + 5)
            except (OSError, subprocess.TimeoutExpired):
                continue
            first = (p.stdout.strip().splitlines() or [''])[0]
            if first in ('sat', 'unsat'):
                return n, first
            if '(error' in p.stdout and n == 'z3':
                sys.stderr.write(p.stdout[:400] + '\n')
        return None, 'unknown'
    finally:
        os.unlink(f.name)


def apart(variable, body, group, places, datatypes):
    """Whether every call of group in body has a field of variable at the place of the callee, where variable
    is known to be of the constructor that has the field."""
    def field(x, fields):
        return isinstance(x, str) and smtlib.name(x) in fields

    def fields_of(constructors):
        return {smtlib.name(s[0]) for c in constructors for s in c[1:]}

    def visit(e, constructors, parts, env):
        # parts: variables for fields of variable; env: what let binds, a term counts where it is used
        if isinstance(e, str):
            return visit(env[e][0], constructors, *env[e][1:]) if e in env else smtlib.name(e) not in group
        if e and e[0] == 'let':
            return visit(e[2], constructors, parts - {v for v, _ in e[1]}, {**env, **{v: (t, parts, env) for v, t in e[1]}})
        if e and e[0] in ('forall', 'exists', '!'):
            return not mentions(e, group)
        if e and e[0] == 'match':
            if not all(visit(t, constructors, parts, env) for t in e[1:2]):
                return False
            for pattern, t in e[2]:
                bound = set(pattern[1:] if isinstance(pattern, list) else [pattern])
                inner = (parts - bound) | (bound if e[1] == variable and isinstance(pattern, list) else set())
                if variable in bound or not visit(t, constructors, inner, {k: v for k, v in env.items() if k not in bound}):
                    return False
            return True
        if e and e[0] == 'ite' and isinstance(e[1], list) and len(e[1]) == 2 and e[1][1] == variable and \
                isinstance(e[1][0], list) and e[1][0][:2] == ['_', 'is']:
            c = smtlib.name(e[1][0][2])
            yes = [x for x in constructors if smtlib.name(x[0]) == c]
            no = [x for x in constructors if smtlib.name(x[0]) != c]
            return visit(e[2], yes, parts, env) and visit(e[3], no, parts, env)
        if e and isinstance(e[0], str) and smtlib.name(e[0]) in group:
            x, inside, names = e[1:][places[smtlib.name(e[0])]], parts, env
            while isinstance(x, str) and x in names:
                x, inside, names = names[x]
            ok = isinstance(x, str) and x in inside or isinstance(x, list) and len(x) == 2 and x[1] == variable and \
                len(constructors) == 1 and field(x[0], fields_of(constructors))
            return ok and all(visit(t, constructors, parts, env) for t in e[1:])
        return all(visit(t, constructors, parts, env) for t in e)

    return visit(body, datatypes, set(), {})


def mentions(e, names):
    if isinstance(e, str):
        return smtlib.name(e) in names
    return any(mentions(x, names) for x in e)


def constructors(src):
    """The constructors of the datatypes without parameters, as lists of a name and fields."""
    found = {}
    for c in src:
        if c[0] == 'declare-datatype':
            found[smtlib.name(c[1])] = c[2]
        elif c[0] == 'declare-datatypes':
            found.update((smtlib.name(d[0]), cs) for d, cs in zip(c[1], c[2]))
    return {d: [x if isinstance(x, list) else [x] for x in cs] for d, cs in found.items()}


def endless(heads, bodies, sorts):
    """The first function whose recursion does not take its last argument of a datatype apart, or None.
    A let in front of a recursive call may hide nothing: names that let or match bind must be new."""
    group = {smtlib.name(h[0]) for h in heads}
    places = {}
    for f, params, _ in heads:
        at = [i for i, (_, s) in enumerate(params) if isinstance(s, str) and smtlib.name(s) in sorts]
        if not at:
            return f
        places[smtlib.name(f)] = at[-1]
    for (f, params, _), body in zip(heads, bodies):
        x, sort = params[places[smtlib.name(f)]]
        if rebinds(body, {p for p, _ in params}) or not apart(x, body, group, places, sorts[smtlib.name(sort)]):
            return f
    return None


def rebinds(e, names):
    """Whether a let, match or quantifier in e binds one of names again."""
    if isinstance(e, str):
        return False
    if e and e[0] in ('let', 'forall', 'exists') and any(b[0] in names for b in e[1]):
        return True
    if e and e[0] == 'match' and any(v in names for p, _ in e[2] for v in (p if isinstance(p, list) else [p])):
        return True
    return any(rebinds(x, names) for x in e)


def main():
    sys.setrecursionlimit(1_000_000)
    src = smtlib.read(open(sys.argv[1]).read())
    out = (open(sys.argv[2]) if len(sys.argv) > 2 else sys.stdin).read()
    lines = out.splitlines()
    start = next((i for i, l in enumerate(lines) if l.strip() == 'sat'), None)
    if start is None:
        print('malformed: no line "sat"'); return 2
    try:
        body = smtlib.read('\n'.join(lines[start + 1:]))
    except ValueError as e:
        print('malformed model:', e); return 2
    if len(body) == 1 and body[0] and body[0][0] == 'model':
        defs = body[0][1:]
    elif len(body) == 1 and body[0] and isinstance(body[0][0], list):
        defs = body[0]
    else:
        defs = body
    preds = {smtlib.name(c[1]) for c in src if c[0] == 'declare-fun'}
    sorts = constructors(src)
    funs, helpers = {}, []
    for d in defs:
        if isinstance(d, list) and len(d) == 5 and d[0] == 'define-fun-rec':
            d = ['define-funs-rec', [d[1:4]], d[4:]]
        if isinstance(d, list) and len(d) == 3 and d[0] == 'define-funs-rec':
            f = endless(d[1], d[2], sorts)
            if f is not None or any(smtlib.name(h[0]) in preds for h in d[1]):
                print('malformed: the recursion of', f or 'a predicate', 'is not shown to end'); return 2
            helpers.append(d)
            continue
        if isinstance(d, list) and len(d) == 5 and d[0] == 'define-fun' and smtlib.name(d[1]) not in preds:
            helpers.append(d)
            continue
        if not (isinstance(d, list) and len(d) == 5 and d[0] == 'define-fun'):
            print('malformed: not a define-fun:', smtlib.show(d)[:200]); return 2
        funs[smtlib.name(d[1])] = d
    def declares(c):
        return c[0] in ('declare-datatypes', 'declare-datatype', 'declare-sort', 'define-sort')

    prefix, clauses = [['set-logic', 'ALL']] + [c for c in src if declares(c)] + helpers, []
    for c in src:
        head = c[0] if isinstance(c, list) and c else c
        if head == 'set-logic' or declares(c):
            continue
        elif head == 'declare-fun' and c[3] == 'Bool':
            d = funs.get(smtlib.name(c[1]))
            if d is None:
                print('malformed: no definition of', c[1]); return 2
            if not smtlib.same([p[1] for p in d[2]], c[2]) or d[3] != 'Bool':
                print('malformed: wrong signature for', c[1]); return 2
            prefix.append(['define-fun', c[1]] + d[2:])
        elif head == 'assert':
            clauses.append(c[1])
        elif head in ('check-sat', 'get-model', 'get-proof', 'exit', 'set-option', 'set-info'):
            pass
        else:
            prefix.append(c)
    pre = '\n'.join(smtlib.show(x) for x in prefix) + '\n'
    allc = pre + f"(assert (not (and true {' '.join(smtlib.show(c) for c in clauses)})))\n(check-sat)\n"
    who, r = ask(allc)
    if r == 'unsat':
        print(f'valid ({who}, {len(clauses)} clauses)'); return 0
    undecided = []
    for i, c in enumerate(clauses):
        who, r = ask(pre + f'(assert (not {smtlib.show(c)}))\n(check-sat)\n')
        if r == 'sat':
            print(f'NOT A MODEL: clause {i} fails ({who}): {smtlib.show(c)[:300]}'); return 1
        if r == 'unknown':
            undecided.append(i)
    if undecided:
        print('undecided clauses:', undecided[:20]); return 3
    print(f'valid (clause by clause, {len(clauses)} clauses)'); return 0


if __name__ == '__main__':
    if len(sys.argv) < 2:
        print(__doc__); sys.exit(2)
    sys.exit(main())
