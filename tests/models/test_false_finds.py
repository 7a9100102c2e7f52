"""Scraps: what a finder takes for a face beyond the labelled ones is shown to the namer as other."""

from pathlib import Path

import cv2
import numpy as np

from models.recipe.false_finds import scraps
from models.recipe.prepare import NAMER_OTHER
from models.recipe.splits import Picture, Split
from vision.detectors.looking import Found


class Believing:
    """Takes a labelled face, a strip beside it and a back for tiles, at every length."""

    def find_at(self, pixels: np.ndarray, size: int) -> Found:
        boxes = np.array([[40, 40, 80, 90], [82, 40, 100, 90], [140, 40, 180, 90]], dtype=np.float32)
        odds = np.array([[0.9, 0.1], [0.5, 0.1], [0.2, 0.8]], dtype=np.float32)
        return Found(boxes, odds)


def test_only_the_strip_beside_a_labelled_face_is_a_scrap(tmp_path: Path) -> None:
    image, label = tmp_path / "hand-001.png", tmp_path / "hand-001.txt"
    cv2.imwrite(str(image), np.full((200, 200, 3), 90, dtype=np.uint8))
    label.write_text("3 0.3 0.325 0.2 0.25\n", encoding="utf-8")
    picture = Picture("full/hand-001", "full", "hand", 1, Split.TRAIN, (image,), (label,))
    pieces = list(scraps(Believing(), picture))  # type: ignore[arg-type]
    assert {(piece.label, piece.source, piece.split) for piece in pieces} == {
        (NAMER_OTHER, "scrap", Split.TRAIN)
    }
    assert [piece.name.rsplit("-", 1)[1] for piece in pieces] == ["1", "1", "1"]
    assert pieces[0].aspect == 18 / 50
