# SPDX-License-Identifier: Apache-2.0
"""Runs of the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Iterable, List, Optional, Sequence, Union

from .answer import Result, result_of
from .errors import error_of

Path = Union[str, "os.PathLike[str]"]


def program() -> str:
    """The program: what the environment variable CORNET names, or the one in the package."""
    named = os.environ.get("CORNET")
    if named:
        return named
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "cornet.exe" if sys.platform == "win32" else "cornet")


def version() -> str:
    """What the program says about its version."""
    return subprocess.run([program(), "version"], capture_output=True, text=True, check=True).stdout.strip()


def solve(source: Path, *, timeout: Optional[float] = None, engine: Optional[str] = None, args: Sequence[str] = ()) -> Result:
    """Decides a Horn system, given as SMT-LIB text or as a path.

    A `str` that contains a parenthesis is a text, any other is a path. `timeout` is in seconds;
    without a verdict then, the answer is `unknown`. `args` are more options of the command line.
    Raises InputError with a position if the input is malformed or not Horn.
    """
    text = None
    if isinstance(source, str) and "(" in source:
        text, source = source, "-"
    return _answer(_options(timeout, engine, args) + ["--", os.fspath(source)], text)


def verify(files: Union[Path, Iterable[Path]], *, checks: Sequence[str] = (), entry: Optional[str] = None, timeout: Optional[float] = None,
           engine: Optional[str] = None, args: Sequence[str] = ()) -> Result:
    """Decides whether a C program can reach an error.

    `checks` are words of the option --check, such as "memory" and "overflow". `entry` is the
    function that the program starts with. A `str` that contains a brace is the text of a program.
    Raises InputError with a position if a file is malformed, or has something that is not
    supported.
    """
    names = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    text = None
    if len(names) == 1 and isinstance(names[0], str) and "{" in names[0]:
        text, names = names[0], ["-"]
    options = _options(timeout, engine, args)
    if checks:
        options.append("--check=" + ",".join(checks))
    if entry:
        options.append("--entry=" + entry)
    return _answer(["verify", *options, "--", *(os.fspath(n) for n in names)], text)


def _options(timeout: Optional[float], engine: Optional[str], args: Sequence[str]) -> List[str]:
    z = ["--format=json", "--stats=json"]
    if timeout is not None:
        z.append(f"--timeout={timeout}s")
    if engine is not None:
        z.append("--engine=" + engine)
    return z + list(args)


def _answer(arguments: List[str], text: Optional[str]) -> Result:
    done = subprocess.run([program(), *arguments], input=text or "", capture_output=True, text=True, encoding="utf-8")
    said = done.stderr.strip()
    if said.startswith("cornet: "):
        said = said[len("cornet: "):]
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise error_of(said or f"exit code {done.returncode}", done.returncode) from None
    if "error" in answer and answer["exit_code"] >= 2:
        raise error_of(answer["error"], answer["exit_code"])
    return result_of(answer)
