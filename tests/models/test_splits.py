"""No picture trains and measures at once; light variants stay together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.recipe.splits import CROP_SETS, FOLDS, Split, crop_sets, pictures, read_labels, split_of


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    photos = tmp_path / "photos"
    names = {
        "full": ["hand-001", "table-001", "table-080", "tray-114"],
        "partial": ["seat-001-1", "seat-001-2", "seat-001-3", "seat-045-1", "seat-045-2", "hand-001"],
    }
    for part, stems in names.items():
        for folder in ("images", "labels"):
            (photos / part / folder).mkdir(parents=True)
        for stem in stems:
            (photos / part / "images" / f"{stem}.jpg").write_bytes(b"")
            (photos / part / "labels" / f"{stem}.txt").write_text("28 0.5 0.5 0.1 0.2\n0 0.25 0.5 0.1 0.2\n")
    (photos / "full" / "val.txt").write_text("hand-001\ntray-114\n")
    return tmp_path


def test_light_variants_are_one_picture(shared: Path) -> None:
    by_key = {picture.key: picture for picture in pictures(shared)}
    three = ["seat-001-1", "seat-001-2", "seat-001-3"]
    assert [path.stem for path in by_key["partial/seat-001"].images] == three
    assert [path.stem for path in by_key["partial/seat-001"].labels] == three
    assert not by_key["partial/seat-001"].complete


def test_val_txt_alone_decides_what_is_measured(shared: Path) -> None:
    splits = {picture.key: picture.split for picture in pictures(shared)}
    assert splits == {
        "full/hand-001": Split.VAL,
        "full/table-001": Split.TRAIN,
        "full/table-080": Split.DEV,
        "full/tray-114": Split.VAL,
        "partial/hand-001": Split.TRAIN,
        "partial/seat-001": Split.TRAIN,
        "partial/seat-045": Split.DEV,
    }


def test_validation_outranks_a_development_block() -> None:
    assert split_of("full", "table", 80, "table-080", frozenset({"table-080"})) is Split.VAL


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--shared"):
        pictures(tmp_path)


def test_labels_read_as_rows(shared: Path) -> None:
    rows = read_labels(shared / "photos" / "full" / "labels" / "table-001.txt")
    np.testing.assert_allclose(rows, [[28, 0.5, 0.5, 0.1, 0.2], [0, 0.25, 0.5, 0.1, 0.2]])


def test_crops_of_one_real_set_stay_together() -> None:
    names = ["a-0001.jpg", "a-0140.jpg", "a-0141.jpg", "d-0001.jpg", "b-V1-1-test-wan1-1.jpg", "c-0010.jpg"]
    sets = crop_sets(names)
    assert sets["a-0001.jpg"] == sets["a-0140.jpg"] != sets["a-0141.jpg"]
    assert len({sets[name] for name in ("a-0001.jpg", "d-0001.jpg", "c-0010.jpg")}) == 3
    assert crop_sets(["d-0069.jpg", "d-0906.jpg"]) == {"d-0069.jpg": "d02", "d-0906.jpg": "d02"}


def test_every_set_of_crops_is_left_out_once() -> None:
    names = [f"{group}-{number:04d}.jpg" for _, group, *ends in CROP_SETS for number in ends]
    names += ["c-0001.jpg", *(f"b-V1-1-test-wan1-{number}.jpg" for number in (1, 2, 3))]
    folded = [one for fold in FOLDS for one in fold]
    assert len(folded) == len(set(folded))
    assert set(folded) == set(crop_sets(names).values())
