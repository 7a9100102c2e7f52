"""牌套存放: learnt tile sets as small files, one a set, in one folder. No picture is among them."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from assistant.tiles import TILES
from vision.tileset import Tileset

if sys.platform == "win32":
    import msvcrt

    def _hold(file: IO[bytes]) -> None:
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:  # it gives up after ten seconds
                continue
            return
else:
    import fcntl

    def _hold(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


FOLDER = "tilesets"
"""The folder of the sets, below the data folder."""
HELD = ".tilesets.lock"
"""The file that whoever adds to a set holds, in the data folder."""
ENDING = ".npz"
LONGEST = 40
"""Characters of a name."""
NAME = re.compile(r"\w[\w -]*(?<! )")
"""Letters and digits of any script, _, - and inner spaces: nothing that could lead out of the folder."""
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{one}{n}" for one in ("com", "lpt") for n in range(10))}
)
"""What Windows keeps for itself."""


class TilesetError(ValueError):
    """A set that cannot be used or kept. `code` is stable, str() is one sentence that says what to do,
    `chinese` the same for players."""

    def __init__(self, code: str, message: str, chinese: str) -> None:
        super().__init__(message)
        self.code = code
        self.chinese = chinese


class TilesetFolder:
    """The learnt sets below one data folder. Nothing is made before a set is saved."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def path(self, name: str) -> Path:
        """The file of a set; TilesetError for a name that cannot be one."""
        check_name(name)
        return self.folder / f"{name}{ENDING}"

    def names(self) -> tuple[str, ...]:
        """The sets that are there, sorted."""
        if not self.folder.is_dir():
            return ()
        names = (path.stem for path in self.folder.glob(f"*{ENDING}") if path.is_file())
        return tuple(sorted(name for name in names if is_name(name)))

    def load(self, name: str) -> Tileset:
        """A set by its name; TilesetError (no_tileset, bad_tileset) where there is none or it is damaged."""
        path = self.path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or "none yet"
            raise TilesetError(
                "no_tileset",
                f"There is no tile set {name}: learn it with tangzi learn, or choose one of these: {known}.",
                f"没有名为“{name}”的牌套：请先用 tangzi learn 学，现有：{'、'.join(self.names()) or '无'}。",
            )
        try:
            # read first: numpy leaves a file open whose archive it cannot read
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
                kinds = np.asarray(kept["kinds"], dtype=np.int64)
                embeddings = np.asarray(kept["embeddings"], dtype=np.float32)
                told = json.loads(str(kept["told"]))
            if (
                embeddings.ndim != 2
                or kinds.shape != embeddings.shape[:1]
                or not np.isfinite(embeddings).all()
            ):
                raise ValueError("its tables do not fit together")
            if len(kinds) and not 0 <= kinds.min() <= kinds.max() < len(TILES):
                raise ValueError("it has a kind that is none of the 27")
            words = {str(tile): tile for tile in TILES}
            pairs = tuple((words[a], words[b], float(share)) for a, b, share in told["confusable"])
            return Tileset(name, str(told["namer"]), kinds, embeddings, pairs)
        except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise TilesetError(
                "bad_tileset",
                f"The tile set {name} cannot be read ({error}): learn it again.",
                f"牌套“{name}”读不出来：请重新学一次。",
            ) from error

    @contextmanager
    def held(self) -> Iterator[None]:
        """While a set is loaded, added to and saved: nobody else does, in this program or another, so nothing
        that they add is lost. TilesetError (bad_data) where the folder cannot be written."""
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            file = (self.folder.parent / HELD).open("ab")
        except OSError as error:
            raise self._not_kept(error) from error
        with file:
            _hold(file)
            yield

    def save(self, tileset: Tileset) -> Path:
        """Keep a set under its name, in the place of an older one; never half a file."""
        path = self.path(tileset.name)
        told = {
            "namer": tileset.namer,
            "confusable": [[str(a), str(b), share] for a, b, share in tileset.confusable],
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=self.folder, suffix=".draft")
            try:
                with os.fdopen(handle, "wb") as file:
                    np.savez_compressed(
                        file,
                        kinds=tileset.kinds.astype(np.uint8),
                        embeddings=tileset.embeddings.astype(np.float16),
                        told=np.array(json.dumps(told)),
                    )
                os.replace(draft, path)
            except BaseException:
                os.unlink(draft)
                raise
        except OSError as error:
            raise self._not_kept(error) from error
        return path

    def _not_kept(self, error: OSError) -> TilesetError:
        return TilesetError(
            "bad_data",
            f"The tile set cannot be kept in {self.folder} ({error}): choose another folder with --data.",
            f"牌套存不进 {self.folder}：请用 --data 换一个文件夹。",
        )

    def remove(self, name: str) -> None:
        """Forget a set; TilesetError (no_tileset) where there is none."""
        path = self.path(name)
        try:
            path.unlink()
        except OSError as error:
            raise TilesetError(
                "no_tileset",
                f"There is no tile set {name} to forget: choose one of those listed.",
                f"没有名为“{name}”的牌套可删。",
            ) from error


def is_name(name: str) -> bool:
    """Whether a set may be called so."""
    return len(name) <= LONGEST and NAME.fullmatch(name) is not None and name.lower() not in RESERVED


def check_name(name: str) -> None:
    """TilesetError (bad_name) for what cannot name a set."""
    if not is_name(name):
        raise TilesetError(
            "bad_name",
            f"A tile set cannot be called {name!r}: use 1 to {LONGEST} letters, digits, spaces, - or _.",
            f"牌套名“{name}”不行：请用 1 到 {LONGEST} 个文字、数字、空格、- 或 _。",
        )
