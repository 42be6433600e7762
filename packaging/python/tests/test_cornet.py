# SPDX-License-Identifier: Apache-2.0
"""Tests of the package: pytest packaging/python/tests, with PYTHONPATH=packaging/python and CORNET=program."""

import doctest
import pathlib
import subprocess
import sys

import pytest

import cornet

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAFE = "(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (p x) (p (+ x 2))))) (assert (=> (p (- 1)) false))"


def test_page():
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert tried > 10 and failed == 0


def test_files(tmp_path):
    file = tmp_path / "a.smt2"
    file.write_text(SAFE)
    for path in (file, str(file)):
        z = cornet.solve(path)
        assert z.verdict == "sat" and z.decided and z.model.definitions["p"][0] == [("x0", "Int")]
    with pytest.raises(cornet.InputError, match="no such file"):
        cornet.solve(tmp_path / "missing.smt2")
    both = tmp_path / "a.c", tmp_path / "b.c"
    both[0].write_text("extern int f(void); int main(void) { __CPROVER_assert(f() == 1, \"\"); return 0; }")
    both[1].write_text("int f(void) { return 1; }")
    assert cornet.verify(both).verdict == "TRUE"


@pytest.mark.parametrize("call, kind, at", [
    (lambda: cornet.solve("(check-sat)\n(assert (q 1))"), cornet.InputError, (2, 10)),
    (lambda: cornet.solve(SAFE, engine="none"), cornet.UsageError, (None, None)),
    (lambda: cornet.verify("int main(void) {\n  return x; }"), cornet.InputError, (2, 10)),
])
def test_errors(call, kind, at):
    with pytest.raises(kind) as raised:
        call()
    assert (raised.value.line, raised.value.column) == at


def test_no_verdict():
    z = cornet.solve(SAFE, timeout=0.001)
    assert z.decided or z.reason


def test_session():
    with cornet.Session(timeout=10) as s:
        assert s.send(SAFE) == ""
        assert s.check() == "sat"
        assert "define-fun p" in s.model()
        with pytest.raises(cornet.InputError) as raised:
            s.send("\n\n  (assert (q 0))")
        assert (raised.value.line, raised.value.column) == (3, 12)
        s.send("(assert (=> (p 4) false))")
        assert s.check() == "unsat"
    with pytest.raises(cornet.CornetError, match="ended"):
        s.check()


def test_display():
    z = cornet.verify("int main(void) { int a = 1; __CPROVER_assert(a < 1, \"<b>\"); return 0; }", args=["--replay=off"])
    shown = z._repr_html_()
    assert "FALSE" in shown and "<b>\"" not in shown
    assert "<table>" in cornet.solve(SAFE)._repr_html_()
    assert "step" in cornet.solve(SAFE.replace("(- 1)", "4"))._repr_html_()


def test_command_line():
    done = subprocess.run([sys.executable, "-m", "cornet", "-"], input=SAFE, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "sat\n")


def test_z3():
    z3 = pytest.importorskip("z3")
    x, p = z3.Int("x"), z3.Function("p", z3.IntSort(), z3.BoolSort())
    engine = z3.Fixedpoint()
    engine.register_relation(p)
    engine.declare_var(x)
    engine.rule(p(0))
    engine.rule(p(x + 1), [p(x), x < 5])
    for query, want in ((z3.And(p(x), x > 5), "sat"), (z3.And(p(x), x > 4), "unsat"), (p, "unsat")):
        assert cornet.solve(cornet.from_z3(engine, query)).verdict == want
    solver = z3.Solver()
    solver.add(p(0), z3.ForAll([x], z3.Implies(z3.And(p(x), x != 0), False)))
    assert cornet.solve(cornet.from_z3(solver)).verdict == "sat"
    assert cornet.solve(cornet.from_z3([p(1), z3.Not(p(1))])).verdict == "unsat"


def test_pysmt():
    pytest.importorskip("pysmt")
    from pysmt.shortcuts import FALSE, ForAll, Function, FunctionType, GT, Implies, And, Int, Plus, Symbol
    from pysmt.typing import BOOL, INT

    p, x = Symbol("p", FunctionType(BOOL, [INT])), Symbol("x", INT)
    system = [
        Function(p, [Int(0)]),
        ForAll([x], Implies(And(Function(p, [x]), GT(Int(5), x)), Function(p, [Plus(x, Int(1))]))),
        ForAll([x], Implies(And(Function(p, [x]), GT(x, Int(5))), FALSE())),
    ]
    assert cornet.solve(cornet.from_pysmt(system)).verdict == "sat"
