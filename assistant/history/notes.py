"""便签: small JSON objects by name beside the log: what a table is called, who sits at it, its settings.

The log says what happened and only grows; a note says how things are and may be replaced. Each replacement
names the version it has seen, so that two writers never lose each other's change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol

from assistant.history.kept import json_text
from assistant.history.records import History, HistoryError


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it stands; `version` counts its writings from 1."""

    body: Mapping[str, Any]
    version: int


class NoteConflict(HistoryError):  # noqa: N818
    """Somebody else has written the note meanwhile; nothing was changed."""

    def __init__(self, name: str, expected: int) -> None:
        super().__init__(
            f"The note “{name}” is no longer at version {expected}: read it again and repeat the change."
        )
        self.expected = expected


class Notes(Protocol):
    """Notes by name. What `put` has returned is kept, whatever happens to the process."""

    def get(self, name: str) -> Note | None:
        """The note of that name, None where there is none."""
        ...

    def put(self, name: str, body: Mapping[str, Any], expected: int) -> Note:
        """Write a note that stands at version `expected`, 0 for one that is not there; else NoteConflict."""
        ...

    def drop(self, name: str) -> None:
        """Remove a note; nothing happens where there is none."""
        ...

    def names(self, start: str = "") -> tuple[str, ...]:
        """The names that begin with `start`, sorted."""
        ...

    def all(self, start: str) -> dict[str, Note]:
        """The notes whose names begin with `start`, in the order of their names."""
        ...


def edit(notes: Notes, name: str, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """Read a note, empty where there is none, and write what `change` makes of it; again from the start where
    somebody else wrote meanwhile.
    """
    while True:
        note = notes.get(name)
        try:
            notes.put(name, change({} if note is None else note.body), 0 if note is None else note.version)
        except NoteConflict:
            continue
        return


class Archive(History, Protocol):
    """档案: a log with its notes in the same place."""

    @property
    def notes(self) -> Notes:
        """The notes."""
        ...


class MemoryNotes:
    """`Notes` without a file."""

    def __init__(self) -> None:
        self._notes: dict[str, tuple[str, int]] = {}
        self._lock = Lock()

    def get(self, name: str) -> Note | None:
        """See `Notes.get`."""
        kept = self._notes.get(name)
        return None if kept is None else Note(json.loads(kept[0]), kept[1])

    def put(self, name: str, body: Mapping[str, Any], expected: int) -> Note:
        """See `Notes.put`."""
        text = json_text(body)
        with self._lock:
            if self._notes.get(name, ("", 0))[1] != expected:
                raise NoteConflict(name, expected)
            self._notes[name] = (text, expected + 1)
        return Note(json.loads(text), expected + 1)

    def drop(self, name: str) -> None:
        """See `Notes.drop`."""
        with self._lock:
            self._notes.pop(name, None)

    def names(self, start: str = "") -> tuple[str, ...]:
        """See `Notes.names`."""
        with self._lock:
            return tuple(sorted(name for name in self._notes if name.startswith(start)))

    def all(self, start: str) -> dict[str, Note]:
        """See `Notes.all`."""
        with self._lock:
            found = sorted(name for name in self._notes if name.startswith(start))
            return {name: Note(json.loads(self._notes[name][0]), self._notes[name][1]) for name in found}
