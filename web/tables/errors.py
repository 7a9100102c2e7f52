"""不行: what cannot be done at a table, in the words that people are told."""

from __future__ import annotations

from assistant.problems import Problem
from web.tables.members import TableInfo


class TableError(Exception):
    """What cannot be done at a table: a problem, what it is in Chinese, an HTTP status."""

    def __init__(self, code: str, message: str, chinese: str, status: int = 400) -> None:
        super().__init__(message)
        self.problem = Problem(code, message)
        self.chinese = chinese
        self.status = status


def unknown_code() -> TableError:
    """What is said of a join code that no table has."""
    return TableError(
        "no_such_code",
        "No table has this code: read its five letters and digits again.",
        "没有这个桌号：请再看一遍五位字符。",
        404,
    )


def check_chair(chair: int | None, chairs: int) -> None:
    """Refuse a chair that the table has not."""
    if chair is not None and not 0 <= chair < chairs:
        raise TableError(
            "bad_chair", f"There is no chair {chair}: chairs are 0 to {chairs - 1}.", "没有这个座位。"
        )


def check_unlocked(info: TableInfo) -> None:
    """Refuse newcomers to a locked table."""
    if info.locked:
        raise TableError(
            "locked", "This table is locked: ask the host to unlock it.", "牌桌已锁，请桌主解锁。", 403
        )
