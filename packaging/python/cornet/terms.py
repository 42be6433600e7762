# SPDX-License-Identifier: Apache-2.0
"""Systems that were built with z3py or PySMT, as SMT-LIB text. Neither is needed for the rest."""

from __future__ import annotations

import io
import warnings
from typing import Any, Iterable, Union


def from_z3(system: Any, *queries: Any) -> str:
    """The text of a system that was built with z3py: a Solver, a list of expressions, or a
    Fixedpoint with queries.

    The answer `sat` means that no query is reachable, where z3's Fixedpoint says `unsat`.
    """
    import z3

    if isinstance(system, z3.Fixedpoint):
        if not queries:
            raise ValueError("a Fixedpoint needs a query")
        assertions = list(system.get_rules())
        for q in queries:
            if isinstance(q, z3.FuncDeclRef):
                q = q(*(z3.Const(f"query!{i}", q.domain(i)) for i in range(q.arity())))
                constants = q.children()
                never = z3.Implies(q, z3.BoolVal(False, system.ctx))
                assertions.append(z3.ForAll(constants, never) if constants else never)
                continue
            assertions.append(system.abstract(z3.Implies(q, z3.BoolVal(False, system.ctx))))
        context = system.ctx
    else:
        assertions = list(system.assertions() if isinstance(system, z3.Solver) else system)
        context = assertions[0].ctx if assertions else None
    solver = z3.Solver(ctx=context)
    solver.add(*assertions)
    return "(set-logic HORN)\n" + solver.to_smt2()


def from_pysmt(formulas: Union[Any, Iterable[Any]]) -> str:
    """The text of a system that was built with PySMT: a formula, or a list of them. Predicates are
    functions to BOOL."""
    from pysmt.fnode import FNode
    from pysmt.smtlib.script import smtlibscript_from_formula
    from pysmt.shortcuts import And

    whole = formulas if isinstance(formulas, FNode) else And(list(formulas))
    text = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PySMT does not know the logic HORN
        smtlibscript_from_formula(whole, logic="HORN").serialize(text, daggify=False)
    return text.getvalue()
