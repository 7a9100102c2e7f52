"""The pictures that a table keeps."""

from __future__ import annotations

from pathlib import Path

from web.album import MOST, Album, Keep


def test_an_album_keeps_files_until_they_are_deleted(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures")
    album.put("table-1", "7", b"seven", Keep.KEEP)
    album.put("table-1", "8", b"eight", Keep.ROUND)
    album.put("table-2", "7", b"other", Keep.KEEP)
    assert Album(tmp_path / "pictures").get("table-1", "7") == b"seven"
    assert album.names("table-1") == {"7", "8"}
    album.forget("table-1")
    assert album.names("table-1") == {"7"}
    album.drop("table-1")
    assert album.get("table-1", "7") is None
    assert not (tmp_path / "pictures" / "table-1").exists()
    assert album.get("table-2", "7") == b"other"


def test_an_album_writes_nothing_beside_its_folder(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures")
    for table, name in (("..", "7"), ("a", "../7"), ("a/b", "7"), ("", "7"), ("a", "")):
        album.put(table, name, b"x", Keep.KEEP)
    assert not any(tmp_path.rglob("*.jpg"))
    album.put("t", "1", b"x", Keep.OFF)
    assert album.names("t") == frozenset()
    for number in range(MOST + 5):
        album.put("t", str(number), b"x", Keep.ROUND)
    assert len(album.names("t")) == MOST
