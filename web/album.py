"""证据: the pictures behind what a camera recorded, kept only as the table agreed: not at all, for the round,
or until somebody deletes them.
"""

from __future__ import annotations

import contextlib
import re
import threading
from enum import StrEnum
from pathlib import Path

MOST = 400
"""Pictures of one table in memory; the oldest go first."""
SAFE = re.compile(r"[\w-]{1,64}", re.ASCII)


class Keep(StrEnum):
    """留图: how long pictures are kept."""

    OFF = "off"
    """none is kept"""
    ROUND = "round"
    """in memory alone, until the next round starts or the program ends"""
    KEEP = "keep"
    """as files in the data folder, until they are deleted"""


class Album:
    """The pictures of every table, as JPEG bytes by the name of what they show: the number of a record, or
    `question`. `folder` None: nothing is ever written, KEEP is then as ROUND.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._pictures: dict[str, dict[str, bytes]] = {}

    def put(self, table: str, name: str, picture: bytes, keep: Keep) -> None:
        """Keep a picture as the table agreed."""
        if keep is Keep.OFF:
            return
        file = self._file(table, name)
        if keep is Keep.KEEP and file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(picture)
            except OSError:
                pass  # a full disk must not stop the round: the picture then lives in memory alone
            else:
                return
        with self._lock:
            kept = self._pictures.setdefault(table, {})
            kept.pop(name, None)
            kept[name] = picture
            while len(kept) > MOST:
                del kept[next(iter(kept))]

    def get(self, table: str, name: str) -> bytes | None:
        """A picture, None where there is none."""
        with self._lock:
            kept = self._pictures.get(table, {}).get(name)
        file = self._file(table, name)
        if kept is not None or file is None:
            return kept
        try:
            return file.read_bytes()
        except OSError:
            return None

    def names(self, table: str) -> frozenset[str]:
        """What there are pictures of."""
        with self._lock:
            kept = set(self._pictures.get(table, {}))
        folder = self._table(table)
        if folder is not None and folder.is_dir():
            kept.update(file.stem for file in folder.glob("*.jpg"))
        return frozenset(kept)

    def drop(self, table: str, name: str | None = None) -> None:
        """Delete one picture of a table, or all."""
        with self._lock:
            if name is None:
                self._pictures.pop(table, None)
            else:
                self._pictures.get(table, {}).pop(name, None)
        folder = self._table(table)
        if folder is None or not folder.is_dir():
            return
        for file in folder.glob("*.jpg" if name is None else f"{name}.jpg"):
            file.unlink(missing_ok=True)
        if name is None:
            with contextlib.suppress(OSError):  # somebody else's file lies there
                folder.rmdir()

    def let_go(self, before: float) -> int:
        """Delete the files written before a time, seconds of the epoch; gives how many."""
        gone = 0
        for file in () if self._folder is None else sorted(self._folder.glob("*/*.jpg")):
            with contextlib.suppress(OSError):  # deleted by somebody else meanwhile
                if file.stat().st_mtime < before:
                    file.unlink()
                    gone += 1
        return gone

    def forget(self, table: str) -> None:
        """Drop what is in memory of a table: the next round has started."""
        with self._lock:
            self._pictures.pop(table, None)

    def _table(self, table: str) -> Path | None:
        if self._folder is None or not SAFE.fullmatch(table):
            return None
        return self._folder / table

    def _file(self, table: str, name: str) -> Path | None:
        folder = self._table(table)
        return folder / f"{name}.jpg" if folder is not None and SAFE.fullmatch(name) else None
