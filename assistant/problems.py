"""What is wrong, as a value: a stable code and one sentence that says what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in an input. `code` is a stable word for programs, `message` a sentence for people."""

    code: str
    message: str

    def __str__(self) -> str:
        return self.message


class CodedError(ValueError):
    """What cannot be done: `code` is a stable word for programs, str() one sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
