#!/usr/bin/env python3
"""Check a refutation of a Horn file, step by step, with z3 as a calculator.

usage: check_refutation.py FILE.smt2 [OUTPUT]      (OUTPUT defaults to standard input)

OUTPUT: a line `unsat`, then
  (refutation
    (step 0 (clause 3) (values (x 0) (y (- 1))) (premises))
    (step 1 (clause 5) (values (x 0)) (premises 0 0)) ...)
(clause k): the k-th assert of FILE, from 0.  values: every variable that the assert quantifies.
premises: the steps that derive the body's predicate atoms, in the order in which the atoms stand in
the assert's text.  The last step derives false.

  (loop (steps 1 3) (entry 0) (times 1000) (next ((x 1) (y 0)) () ((x 2))))
behind step 3: steps 1 to 3 are made 1000 times.  next: their values the second time; each time they change by as much
again.  Where a step has the premise 0 the first time, it has step 3 of the time before later.  Behind the loop, step 3
stands for the last time.

A clause whose body is a conjunction is checked part by part: its premises derive exactly its body
atoms, its interpreted part is true under the values, its head is what it derives.  Of any other
assertion z3 decides which of its atoms, or false, follow from the instance and what the premises
derive; predicates are uninterpreted functions then.  The n-th quantifier of a name takes the n-th
value of that name.
Exit 0: a refutation.  1: a step is wrong.  2: malformed.  3: z3 could not tell.
"""
import os, subprocess, sys, tempfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import smtlib

LIMIT = int(os.environ.get('CHECK_S', '60'))


def z3(text):
    with tempfile.NamedTemporaryFile('w', suffix='.smt2', delete=False) as f:
        f.write(text)
    try:
        p = subprocess.run(['z3', f'-T:{LIMIT}', f.name], capture_output=True, text=True, timeout=LIMIT + 5)
        return [l for l in p.stdout.split('\n') if l.strip()]
    finally:
        os.unlink(f.name)


class Malformed(Exception):
    pass


class Wrong(Exception):
    pass


def occurs(names, e):
    return e in names if isinstance(e, str) else any(occurs(names, x) for x in e)


def expand(e, env, named, macros):
    """e without let, annotations and calls of macros, functions with parameters and a body.  named: the terms of
    :named so far, which later ones may use."""
    if isinstance(e, str):
        if e not in env and smtlib.name(e) in macros:
            return macros[smtlib.name(e)][1]
        return env[e] if e in env else named.get(smtlib.name(e), e)
    if e and e[0] == 'let':
        return expand(e[2], {**env, **{v: expand(t, env, named, macros) for v, t in e[1]}}, named, macros)
    if e and e[0] in ('forall', 'exists'):
        bound = {b[0] for b in e[1]}
        inner = {**env, **{v: v for v in bound}}
        if any(v not in bound and occurs({v}, e[2]) and occurs(bound, t) for v, t in env.items()):
            raise Malformed(f'the binder of {sorted(bound)} hides a variable of a let or of an argument above it')
        return [e[0], e[1], expand(e[2], inner, named, macros)]
    if e and e[0] == '!':
        t = expand(e[1], env, named, macros)
        if ':named' in e:
            named[smtlib.name(e[e.index(':named') + 1])] = t
        return t
    args = [expand(x, env, named, macros) for x in e]
    if args and isinstance(e[0], str) and e[0] not in env and smtlib.name(e[0]) in macros:
        params, body = macros[smtlib.name(e[0])]
        return expand(body, {v: t for (v, _), t in zip(params, args[1:])}, {}, {})
    return args


class File:
    """What a Horn file declares and asserts."""

    def __init__(self, src):
        self.preds, self.prefix, self.declared, self.asserts = set(), [], [], []
        self.macros = {}  # defined functions that mention predicates
        named = {}
        for c in src:
            h = c[0]
            if h == 'declare-fun' and c[3] == 'Bool':
                self.preds.add(smtlib.name(c[1]))
                self.declared.append(c)
            elif h == 'assert':
                self.asserts.append(expand(c[1], {}, named, self.macros))
            elif h == 'define-fun' and self.mentions(c[4]):
                self.macros[smtlib.name(c[1])] = c[2], expand(c[4], {}, named, self.macros)
            elif h in ('declare-datatypes', 'declare-datatype', 'declare-sort', 'define-sort', 'define-fun'):
                self.prefix.append(c)
        self.pre = ''.join(smtlib.show(p) + '\n' for p in [['set-logic', 'ALL']] + self.prefix)
        self.all = self.pre + ''.join(smtlib.show(p) + '\n' for p in self.declared)

    def is_atom(self, e):
        symbol = e if isinstance(e, str) else e[0] if e else ''
        return isinstance(symbol, str) and smtlib.name(symbol) in self.preds

    def mentions(self, e):
        """Whether a predicate occurs in e."""
        if isinstance(e, str):
            return smtlib.name(e) in self.preds or smtlib.name(e) in self.macros
        return any(self.mentions(x) for x in e)

    def conjunction(self, e):
        """The atoms and the other parts of e if it is a conjunction of such, else None."""
        if self.is_atom(e):
            return [e], []
        if not self.mentions(e):
            return [], [e]
        if not isinstance(e, list) or e[0] != 'and':
            return None
        parts = [self.conjunction(x) for x in e[1:]]
        if None in parts:
            return None
        return [a for p in parts for a in p[0]], [x for p in parts for x in p[1]]

    def clause(self, f):
        """The variables, body atoms, constraints and head of f if it is a clause whose body is a conjunction, else None."""
        binders = []
        while isinstance(f, list) and f and f[0] == 'forall':
            binders, f = binders + f[1], f[2]
        if isinstance(f, list) and f[0] == 'not' and isinstance(f[1], list) and f[1][0] == 'exists':
            binders, f = binders + f[1][1], ['not', f[1][2]]
        bodies, head = [], f
        if isinstance(f, list) and f[0] == '=>':
            bodies, head = f[1:-1], f[-1]
        elif isinstance(f, list) and f[0] == 'not':
            bodies, head = [f[1]], 'false'
        elif isinstance(f, list) and f[0] == 'or':
            heads = [x for x in f[1:] if self.is_atom(x)]
            bodies = [x[1] if x[0] == 'not' else ['not', x] for x in f[1:] if not self.is_atom(x)]
            if len(heads) > 1:
                return None
            head = heads[0] if heads else 'false'
        body = self.conjunction(['and', 'true', *bodies])
        names = [smtlib.name(b[0]) for b in binders]
        if body is None or len(set(names)) < len(names) or not self.is_atom(head) and self.mentions(head):
            return None
        if not self.is_atom(head) and head != 'false':
            body[1].append(['not', head])
        if quantifies([head, *bodies]):
            return None
        return binders, *body, head if self.is_atom(head) else None


def quantifies(e):
    """Whether a quantifier stands in e: its variables may have values."""
    return isinstance(e, list) and bool(e) and (e[0] in ('forall', 'exists') or any(map(quantifies, e)))


def parts(f, s, val, derived):
    """The obligations of a step with the clause f, and what it derives: a head, or None for false."""
    binders, atoms, constraints, head = f
    bind = []
    for b in binders:
        if not val.get(smtlib.name(b[0])):
            raise Wrong(f'no value for {b[0]}')
        bind.append([b[0], val[smtlib.name(b[0])][0]])
    close = lambda e: ['let', bind, e] if bind else e
    if len(atoms) != len(s):
        raise Wrong(f'{len(atoms)} body atoms, {len(s)} premises')
    goal = [close(c) for c in constraints]
    for a, p in zip(atoms, s):
        fits = [d for d in derived[p] if d and smtlib.name(d[0]) == smtlib.name(a if isinstance(a, str) else a[0])]
        if not fits:
            raise Wrong(f'premise {p} does not derive an atom like {smtlib.show(a)}')
        args = a[1:] if isinstance(a, list) else []
        goal.append(['or', 'false', *(['and', 'true', *(['=', close(x), y] for x, y in zip(args, d[1:]))] for d in fits)])
    return goal, None if head is None else [head if isinstance(head, str) else head[0], *(close(x) for x in (head[1:] if isinstance(head, list) else []))]


class Instance:
    """An instance of an assertion of any form: its formula, and the ground atoms in it that may be conclusions."""

    def __init__(self, file, f, val):
        self.file, self.val, self.atoms = file, {v: list(ts) for v, ts in val.items()}, []
        self.formula = self.instantiate(f, 1, lambda e: e)

    def instantiate(self, e, sign, close):
        # sign: 1 where a forall is of universal force, -1 where an exists is, 0 where the quantifier stays
        if self.file.is_atom(e):
            if sign == 1 and close:
                self.atoms.append([e if isinstance(e, str) else e[0], *(close(x) for x in (e[1:] if isinstance(e, list) else []))])
            return e
        if isinstance(e, str) or not e:
            return e
        if e[0] == ('forall' if sign == 1 else 'exists') and sign:
            bind = []
            for v, _ in e[1]:
                if not self.val.get(smtlib.name(v)):
                    raise Wrong(f'no value for {v}')
                bind.append([v, self.val[smtlib.name(v)].pop(0)])
            return ['let', bind, self.instantiate(e[2], sign, lambda t: close(['let', bind, t]))]
        if e[0] == 'not':
            return ['not', self.instantiate(e[1], -sign, close)]
        if e[0] in ('and', 'or'):
            return [e[0], *(self.instantiate(x, sign, close) for x in e[1:])]
        if e[0] == '=>':
            return ['=>', *(self.instantiate(x, -sign, close) for x in e[1:-1]), self.instantiate(e[-1], sign, close)]
        if e[0] in ('=', 'xor', 'ite') and self.file.mentions(e):
            self.both(e, close)
        return e

    def both(self, e, close):
        """Notes the atoms of e, which stands below an equivalence."""
        if self.file.is_atom(e):
            self.atoms.append([e if isinstance(e, str) else e[0], *(close(x) for x in (e[1:] if isinstance(e, list) else []))])
        elif isinstance(e, list) and e and e[0] not in ('forall', 'exists'):
            for x in e:
                self.both(x, close)

    def follows(self, facts):
        """The atoms that follow from the instance and facts; None among them stands for false."""
        show = lambda a: smtlib.show(a if len(a) > 1 else a[0])
        text = self.file.all + ''.join(f'(assert {show(a)})\n' for a in facts) + f'(assert {smtlib.show(self.formula)})\n(check-sat)\n'
        text += ''.join(f'(push)(assert (not {show(a)}))(check-sat)(pop)\n' for a in self.atoms)
        ans = z3(text)
        if ans[:1] == ['unsat']:
            return [None]
        found = [a for a, r in zip(self.atoms, ans[1:]) if r == 'unsat']
        if not found and (len(ans) <= len(self.atoms) or any(r != 'sat' for r in ans)):
            raise TimeoutError(' '.join(ans)[:200])
        return found


COUNTER = 'k!of!loop'


def values(text):
    val = {}
    for v, t in text:
        val.setdefault(smtlib.name(v), []).append(t)
    return val


def changing(b, first, second):
    """The width of variable b if it is a vector, None if it is a number, and the term for its value in iteration COUNTER."""
    if first == second:
        return 0, first
    if b[1] in ('Int', 'Real'):
        k = COUNTER if b[1] == 'Int' else ['to_real', COUNTER]
        return None, ['+', first, ['*', ['-', second, first], k]]
    if isinstance(b[1], list) and b[1][:2] == ['_', 'BitVec']:
        w = int(b[1][2])
        return w, ['bvadd', first, ['bvmul', ['bvsub', second, first], [['_', 'extract', str(w - 1), '0'], COUNTER]]]
    raise Wrong(f'{b[0]} changes in a loop, but is no number')


def loop(file, x, made, derived):
    """The obligations of a loop; derived gets the fact behind it.  made: clauses, premises and values of steps, in order."""
    try:
        (_, first, last), (_, entry), (_, times), (_, *following) = x[1:]
        times = int(times)
        body = list(made)[list(made).index(first):]
        if body[-1] != last or len(following) != len(body) or entry not in list(made)[:-len(body)] or times < 2:
            raise ValueError
    except ValueError:
        raise Malformed('loop: ' + smtlib.show(x)[:200])
    closes, widths = {}, set()
    for sid, next_values in zip(body, following):
        clause, _, val = made[sid]
        if clause is None:
            raise TimeoutError(f'step {sid} is no clause, and is in a loop')
        again, bind = values(next_values), []
        for b in clause[0]:
            name = smtlib.name(b[0])
            if not again.get(name):
                raise Wrong(f'step {sid}: no next value for {b[0]}')
            w, t = changing(b, val[name][0], again[name][0])
            widths.add(w)
            bind.append([b[0], t])
        closes[sid] = bind
    vectors = {w for w in widths if w}
    if vectors and None in widths:
        raise Wrong('numbers and vectors change in a loop')
    if vectors and times >= 2 ** max(vectors):
        raise Wrong('a loop has more iterations than its vectors have values')
    number = lambda n: ['_', f'bv{n}', str(max(vectors))] if vectors else str(n)
    sort = ['_', 'BitVec', str(max(vectors))] if vectors else 'Int'
    less = 'bvult' if vectors else '<'
    before = ['bvsub' if vectors else '-', COUNTER, number(1)]

    def at(sid, e, k):
        e = ['let', closes[sid], e] if closes[sid] else e
        return e if k == COUNTER else ['let', [[COUNTER, k]], e]

    def head(sid, k):
        h = made[sid][0][3]
        return h and [h if isinstance(h, str) else h[0], *(at(sid, t, k) for t in (h[1:] if isinstance(h, list) else []))]

    def same(a, b):
        if a is None or b is None or smtlib.name(a[0]) != smtlib.name(b[0]):
            raise Wrong('a premise in a loop derives another predicate')
        return ['and', 'true', *(['=', t, u] for t, u in zip(a[1:], b[1:]))]

    always, begin, later = [], [], []
    for i, sid in enumerate(body):
        (_, atoms, constraints, _), prem, _ = made[sid]
        always += [at(sid, c, COUNTER) for c in constraints]
        for a, p in zip(atoms, prem):
            atom = lambda k: [a if isinstance(a, str) else a[0], *(at(sid, t, k) for t in (a[1:] if isinstance(a, list) else []))]
            if p in body[:i]:
                always.append(same(atom(COUNTER), head(p, COUNTER)))
            elif p in body:
                raise Wrong(f'premise {p} is not derived before step {sid}')
            elif len(derived[p]) != 1:
                raise TimeoutError(f'premise {p} of a loop derives several facts')
            elif p == entry:
                begin.append(same(atom(number(0)), derived[p][0]))
                later.append(same(atom(COUNTER), head(last, before)))
            else:
                always.append(same(atom(COUNTER), derived[p][0]))
    within = ['and', [less, COUNTER, number(times)], 'true' if vectors else ['<=', '0', COUNTER]]
    goal = ['and', 'true', *always, ['=>', ['distinct', COUNTER, number(0)], ['and', 'true', *later]]]
    for sid in body:
        derived[sid] = []
    derived[last] = [head(last, number(times - 1))]
    return [*begin, ['forall', [[COUNTER, sort]], ['=>', within, goal]]]


def check(file, steps):
    """Checks steps and returns their number."""
    derived, checks, made = {}, [], {}
    for s in steps:
        if s and s[0] == 'loop':
            checks.append(('in a loop', loop(file, s, made, derived)))
            continue
        try:
            _, sid, (_, k), (_, *vals), (_, *prem) = s
            f = file.asserts[int(k)]
        except (ValueError, IndexError):
            raise Malformed('step: ' + smtlib.show(s)[:200])
        val = values(vals)
        for p in prem:
            if p not in derived:
                raise Wrong(f'step {sid}: premise {p} is not derived before it')
        try:
            shape = file.clause(f)
            made[sid] = shape, prem, val
            if shape:
                goal, head = parts(shape, prem, val, derived)
                checks.append((sid, goal or ['true']))
                derived[sid] = [head]
                continue
            facts = [a for p in prem for a in derived[p]]
            if None in facts:
                raise Wrong('a premise derives false')
            derived[sid] = Instance(file, f, val).follows(facts)
        except Wrong as e:
            raise Wrong(f'step {sid}: {e}')
        except TimeoutError as e:
            raise TimeoutError(f'step {sid}: z3 says {e}')
        if not derived[sid]:
            raise Wrong(f'NOT A REFUTATION: step {sid} derives nothing')
    if not derived or None not in derived[sid]:
        raise Wrong('the last step does not derive false')
    text = file.pre + ''.join(f"(push)(assert (not (and true {' '.join(smtlib.show(g) for g in goal)})))(check-sat)(pop)\n" for _, goal in checks)
    ans = z3(text) if checks else []
    for (sid, _), a in zip(checks, ans + ['missing'] * len(checks)):
        if a == 'sat':
            raise Wrong(f'NOT A REFUTATION: step {sid} does not hold')
        if a != 'unsat':
            raise TimeoutError(f'step {sid}: z3 says {a}')
    return len(derived)


def main():
    sys.setrecursionlimit(1_000_000)
    src = smtlib.read(open(sys.argv[1]).read())
    lines = (open(sys.argv[2]) if len(sys.argv) > 2 else sys.stdin).read().splitlines()
    start = next((i for i, l in enumerate(lines) if l.strip() == 'unsat'), None)
    try:
        if start is None:
            raise Malformed('no line "unsat"')
        ref = smtlib.read('\n'.join(lines[start + 1:]))
        if len(ref) != 1 or not ref[0] or ref[0][0] != 'refutation':
            raise Malformed('one (refutation ...) expected')
        print(f'valid ({check(File(src), ref[0][1:])} steps)')
        return 0
    except (Malformed, ValueError) as e:
        print('malformed:', e)
        return 2
    except Wrong as e:
        print(e)
        return 1
    except TimeoutError as e:
        print(e)
        return 3


if __name__ == '__main__':
    if len(sys.argv) < 2:
        print(__doc__); sys.exit(2)
    sys.exit(main())
