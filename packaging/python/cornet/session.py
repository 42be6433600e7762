# SPDX-License-Identifier: Apache-2.0
"""Conversations: commands of SMT-LIB, each answered before the next is sent."""

from __future__ import annotations

import re
import subprocess
from types import TracebackType
from typing import Optional, Sequence, Type

from .errors import CornetError, InputError
from .run import program

_MARK = "cornet-python-end-of-answer"
_POSITION = re.compile(r"^line (\d+) column (\d+): ")


class Session:
    """A conversation with the program.

    For example:

        with cornet.Session() as s:
            s.send("(declare-fun p (Int) Bool) (assert (p 0))")
            s.send("(push 1) (assert (=> (p 0) false))")
            s.check()    # 'unsat'
            s.send("(pop 1)")
            s.check()    # 'sat'

    A session belongs to one thread.
    """

    def __init__(self, *, timeout: Optional[float] = None, args: Sequence[str] = ()) -> None:
        self._lines = 0  # that were sent
        options = [] if timeout is None else [f"--timeout={timeout}s"]
        self._process = subprocess.Popen([program(), "-in", *options, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")

    def send(self, commands: str) -> str:
        """Sends commands and returns what they print. Raises InputError if one is refused, with its
        position in the commands. Those after it are carried out nevertheless."""
        out, into = self._process.stdout, self._process.stdin
        assert out is not None and into is not None
        try:
            into.write(f'{commands}\n(echo "{_MARK}")\n')
            into.flush()
        except (BrokenPipeError, ValueError):
            raise CornetError("the session has ended") from None
        before, lines = self._lines, []
        self._lines += commands.count("\n") + 2
        for line in out:
            if line.strip().strip('"') == _MARK:
                break
            lines.append(line)
        else:
            raise CornetError("the session has ended")
        text = "".join(lines).strip()
        for line in text.splitlines():
            if line.startswith('(error "'):
                message = line[len('(error "'):].rstrip(")").rstrip('"').replace('""', '"')
                raise InputError(_POSITION.sub(lambda m: f"-:{int(m[1]) - before}:{m[2]}: ", message), 3)
        return text

    def check(self) -> str:
        """(check-sat)"""
        return self.send("(check-sat)")

    def model(self) -> str:
        """(get-model), after `sat`"""
        return self.send("(get-model)")

    def proof(self) -> str:
        """(get-proof), after `unsat`"""
        return self.send("(get-proof)")

    def close(self) -> None:
        """Ends the program."""
        if self._process.stdin and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()
