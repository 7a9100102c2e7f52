"""拒绝: an input that cannot be used, as the error every view raises."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.problems import Problem


class RefusedError(Exception):
    """An input that cannot be used; answered as `{"error": {...}}` with an HTTP status."""

    def __init__(
        self, problem: Problem, status: int = 400, more: tuple[Problem, ...] = (), chinese: str = ""
    ) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.status = status
        self.more = more
        self.chinese = chinese

    @property
    def form(self) -> Mapping[str, object]:
        """The public form; several problems stand in one sentence after another."""
        message = " ".join(one.message for one in (self.problem, *self.more))
        error = {"code": self.problem.code, "message": message}
        return {"error": {**error, "zh": self.chinese} if self.chinese else error}
