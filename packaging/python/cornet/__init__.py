# SPDX-License-Identifier: Apache-2.0
"""Cornet decides systems of constrained Horn clauses, and verifies C programs.

    >>> import cornet
    >>> z = cornet.solve("(declare-fun p (Int) Bool) (assert (p 0)) (assert (=> (p 1) false))")
    >>> z.verdict
    'sat'

The functions run the program `cornet` in a process of its own. It comes with the package; the
environment variable CORNET names another one.
"""

from .answer import Finding, Invariant, Model, Result
from .errors import CornetError, InputError, InternalError, UsageError
from .run import program, solve, verify, version
from .session import Session
from .terms import from_pysmt, from_z3

__all__ = [
    "CornetError", "Finding", "InputError", "InternalError", "Invariant", "Model", "Result", "Session", "UsageError",
    "from_pysmt", "from_z3", "program", "solve", "verify", "version",
]
