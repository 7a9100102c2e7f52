"""What is wrong, as a value: a stable code and one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in an input. `code` is a stable word for programs, `message` a sentence for people, `zh` the
    same in Chinese where it is shown to players as it stands."""

    code: str
    message: str
    zh: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.message


class CodedError(ValueError):
    """What cannot be done: `code` is a stable word for programs, str() one sentence that says what to do,
    `chinese` the same for players."""

    def __init__(self, code: str, message: str, chinese: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.chinese = chinese

    @property
    def problem(self) -> Problem:
        """The same as a value."""
        return Problem(self.code, str(self), self.chinese)


def together(code: str, problems: Iterable[Problem]) -> Problem:
    """Several problems as one, a sentence each."""
    found = tuple(problems)
    return Problem(code, " ".join(one.message for one in found), "".join(one.zh for one in found))
