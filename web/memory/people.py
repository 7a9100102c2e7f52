"""同一人: people of different tables who are one and the same: nobody is taken for another by name alone; the
owner says so, and can part them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assistant.history.notes import Notes, edit

NOTE = "same-people"
SEPARATOR = "/"


def key_of(table: str, person: str) -> str:
    """A person of a table, by a name that no other has."""
    return f"{table}{SEPARATOR}{person}"


def parts(key: str) -> tuple[str, str]:
    """The table and the person of a key."""
    table, _, person = key.partition(SEPARATOR)
    return table, person


class SamePeople:
    """Who is whom, kept as a note."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def known(self) -> Mapping[str, str]:
        """The key of a person to that of whom they are; who is nobody else is not in it."""
        note = self._notes.get(NOTE)
        return {} if note is None else note.body["same"]

    def who(self) -> Callable[[str, str], str]:
        """A table and a person of it to who they are."""
        known = self.known()
        return lambda table, person: known.get(key_of(table, person), key_of(table, person))

    def join(self, one: str, two: str) -> None:
        """These two, and all who were one of them, are one."""

        def change(same: dict[str, str]) -> None:
            keep, other = same.get(one, one), same.get(two, two)
            for key, is_ in list(same.items()):
                if is_ == other:
                    same[key] = keep
            same |= {one: keep, two: keep, other: keep, keep: keep}

        self._edit(change)

    def part(self, one: str) -> None:
        """This one is nobody else."""

        def change(same: dict[str, str]) -> None:
            same.pop(one, None)
            rest = [key for key, is_ in same.items() if is_ == one]
            for key in rest:
                same[key] = rest[0]
            for is_ in set(same.values()):
                if sum(value == is_ for value in same.values()) == 1:
                    same.pop(next(key for key, value in same.items() if value == is_))

        self._edit(change)

    def drop_table(self, table: str) -> None:
        """Forget everybody of a table."""
        for key in [key for key in self.known() if parts(key)[0] == table]:
            self.part(key)

    def _edit(self, change: Callable[[dict[str, str]], None]) -> None:
        def changed(body: Mapping[str, Any]) -> Mapping[str, Any]:
            same = dict(body.get("same", {}))
            change(same)
            return {"same": same}

        edit(self._notes, NOTE, changed)
