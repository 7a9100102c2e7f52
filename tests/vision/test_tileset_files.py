"""Learnt sets as files: names that lead nowhere else, files that are never half written."""

import threading
from pathlib import Path

import numpy as np
import pytest

from assistant.tiles import TILES, Tile
from vision.tileset import Tileset, empty
from vision.tileset_files import TilesetError, TilesetFolder, is_name


@pytest.fixture
def tileset() -> Tileset:
    views = np.random.default_rng(4).random((3, 6), dtype=np.float32)
    made = empty("我家 1", "abcdef").with_examples({TILES[4]: [views], TILES[20]: [views + 1]})
    return Tileset(made.name, made.namer, made.kinds, made.embeddings, ((TILES[4], TILES[20], 0.125),))


def test_a_set_comes_back_as_it_was_kept(tmp_path: Path, tileset: Tileset) -> None:
    folder = TilesetFolder(tmp_path / "data")
    assert folder.names() == ()
    folder.save(tileset)
    assert folder.names() == ("我家 1",)
    again = folder.load("我家 1")
    assert (again.name, again.namer, again.confusable) == (tileset.name, tileset.namer, tileset.confusable)
    np.testing.assert_array_equal(again.kinds, tileset.kinds)
    np.testing.assert_allclose(again.embeddings, tileset.embeddings, rtol=1e-3)
    assert [path.name for path in folder.folder.iterdir()] == ["我家 1.npz"]


def test_a_set_of_the_same_name_takes_its_place_and_can_be_forgotten(
    tmp_path: Path, tileset: Tileset
) -> None:
    folder = TilesetFolder(tmp_path)
    folder.save(tileset)
    folder.save(empty("我家 1", "other").with_examples({TILES[0]: [tileset.embeddings]}))
    assert folder.load("我家 1").namer == "other"
    folder.remove("我家 1")
    assert folder.names() == ()
    with pytest.raises(TilesetError, match="no tile set"):
        folder.remove("我家 1")


@pytest.mark.parametrize("name", ["home", "我家的牌", "set-2", "A b_c", "x" * 40, "7"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", "../x", "a/b", "a\\b", "/etc/x", "C:x", ".x", "a.npz", "x" * 41, "con", "LPT1", "a ",
     " a", "a\n", "a\x00", "-x", "~x", "a*"],
)  # fmt: skip
def test_what_is_no_name(tmp_path: Path, name: str) -> None:
    assert not is_name(name)
    with pytest.raises(TilesetError) as refused:
        TilesetFolder(tmp_path).path(name)
    assert refused.value.code == "bad_name"


def test_a_set_nobody_learnt_names_those_there_are(tmp_path: Path, tileset: Tileset) -> None:
    TilesetFolder(tmp_path).save(tileset)
    with pytest.raises(TilesetError, match="我家 1") as refused:
        TilesetFolder(tmp_path).load("nobody")
    assert refused.value.code == "no_tileset"


@pytest.mark.parametrize("damage", ["empty", "cut", "words", "kinds", "pickle"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, tileset: Tileset, damage: str) -> None:
    folder = TilesetFolder(tmp_path)
    path = folder.save(tileset)
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:200])
    elif damage == "words":
        path.write_text("no archive at all")
    elif damage == "kinds":
        np.savez(path, kinds=np.array([40]), embeddings=np.zeros((1, 6)), told=np.array("{}"))
    else:
        np.savez(path, kinds=np.array([object()]), embeddings=np.zeros((1, 6)), told=np.array("{}"))
    with pytest.raises(TilesetError) as refused:
        folder.load("我家 1")
    assert refused.value.code == "bad_tileset"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, tileset: Tileset) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(TilesetError) as refused:
        TilesetFolder(tmp_path / "file").save(tileset)
    assert refused.value.code == "bad_data"


def test_who_holds_the_sets_is_waited_for(tmp_path: Path, tileset: Tileset) -> None:
    """Another program adds to a set while this one holds it: both additions are in it afterwards."""
    folder = TilesetFolder(tmp_path / "data")
    folder.save(tileset)
    begun = threading.Event()

    def add(tile: Tile) -> None:
        begun.set()
        with TilesetFolder(tmp_path / "data").held():
            old = folder.load(tileset.name)
            folder.save(old.with_examples({tile: [np.ones((2, 6), np.float32)]}))

    other = threading.Thread(target=add, args=(TILES[7],))
    with folder.held():
        other.start()
        assert begun.wait(60)
        add_here = folder.load(tileset.name).with_examples({TILES[8]: [np.ones((2, 6), np.float32)]})
        other.join(0.1)
        assert other.is_alive()
        folder.save(add_here)
    other.join(60)
    assert folder.load(tileset.name).learnt == (TILES[4], TILES[7], TILES[8], TILES[20])


def test_sets_that_cannot_be_held_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(TilesetError) as refused, TilesetFolder(tmp_path / "file").held():
        pass
    assert refused.value.code == "bad_data"
