# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, by the exit codes of the program."""

from __future__ import annotations

import re
from typing import Optional

_POSITION = re.compile(r"^(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?: ")


class CornetError(Exception):
    """An error that the program reports. The position is None if the message has none."""

    def __init__(self, message: str, exit_code: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        at = _POSITION.match(message)
        self.file: Optional[str] = at["file"] if at else None
        self.line: Optional[int] = int(at["line"]) if at else None
        self.column: Optional[int] = int(at["column"]) if at and at["column"] else None


class UsageError(CornetError):
    """An option is wrong."""


class InputError(CornetError):
    """The input is malformed, not supported or unreadable."""


class InternalError(CornetError):
    """A defect of Cornet prevented a verdict."""


def error_of(message: str, exit_code: int) -> CornetError:
    kind = {2: UsageError, 3: InputError, 4: InternalError}.get(exit_code, CornetError)
    return kind(message, exit_code)
