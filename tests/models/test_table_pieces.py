"""Namer pieces of drawn tables: each is the face that the truth names, with its surroundings."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.recipe.pieces import load_pieces
from models.recipe.prepare import NAMER_OTHER, PIECE
from models.recipe.table_pieces import cut_straight, main, table_pieces
from vision.synth.__main__ import main as draw
from web.drawings.faces import HOME


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    draw(["--tables", "--faces", str(HOME), "--out", str(folder), "--count", "2", "--seed", "70"])
    return folder


def test_pieces_are_faces_of_the_table_and_no_backs(drawn: Path) -> None:
    pieces = list(table_pieces(drawn, 70, 500))
    assert len(pieces) > 20
    assert {piece.source for piece in pieces} == {"table"}
    assert all(0 <= piece.label <= NAMER_OTHER for piece in pieces)
    assert len({piece.name for piece in pieces}) == len(pieces)
    middle = np.mean([piece.image[40:88, 40:88].mean() for piece in pieces])
    assert middle > 120  # light tiles on a darker table


def test_a_table_gives_so_many_at_most_and_the_same_ones_again(drawn: Path) -> None:
    few = [piece.name for piece in table_pieces(drawn, 71, 7)]
    assert len(few) == 7
    assert few == [piece.name for piece in table_pieces(drawn, 71, 7)]


def test_tables_left_out_by_number_give_none(drawn: Path, tmp_path: Path) -> None:
    arguments = ["--work", str(tmp_path), "--tables", str(drawn), "--many", "5", "--skip", "70"]
    assert main(arguments) == 0
    (pieces,) = load_pieces([tmp_path / "tabled"])
    assert len(pieces.images) == 5
    assert all("-71/" in name for name in pieces.names)


def test_a_face_cut_straight_fills_the_middle_half_whatever_its_corners() -> None:
    scene = np.zeros((200, 200, 3), dtype=np.uint8)
    quad = [[90.0, 60.0], [120.0, 75.0], [100.0, 125.0], [70.0, 110.0]]
    cv2.fillConvexPoly(scene, np.array(quad).round().astype(np.int32), (255, 255, 255))
    piece, aspect = cut_straight(scene, quad)
    inner, outer = slice(PIECE // 4 + 3, -PIECE // 4 - 3), PIECE // 4 - 4
    assert piece.shape == (PIECE, PIECE, 3)
    assert piece[inner, inner].min() == 255
    assert piece[:outer].max() == 0
    assert piece[:, :outer].max() == 0
    assert aspect == pytest.approx(0.623, abs=0.001)  # 33.54 by 53.85 pixels


def test_the_first_corner_comes_to_the_upper_left() -> None:
    scene = np.zeros((100, 100, 3), dtype=np.uint8)
    scene[60:80, 20:40] = 255  # the lower left quarter of the face
    turned = [[20.0, 80.0], [20.0, 40.0], [60.0, 40.0], [60.0, 80.0]]
    piece, _ = cut_straight(scene, turned)
    assert piece[36:60, 36:60].min() == 255
    assert piece[68:92, 36:92].max() == 0


def test_so_large_a_share_is_cut_straight(drawn: Path) -> None:
    boxed = {piece.name: piece for piece in table_pieces(drawn, 70, 500)}
    straight = {piece.name: piece for piece in table_pieces(drawn, 70, 500, 1.0)}
    mixed = list(table_pieces(drawn, 70, 500, 0.5))
    assert boxed.keys() == straight.keys() == {piece.name for piece in mixed}
    like_boxed = sum(np.array_equal(piece.image, boxed[piece.name].image) for piece in mixed)
    like_straight = sum(np.array_equal(piece.image, straight[piece.name].image) for piece in mixed)
    assert like_boxed + like_straight == len(mixed)
    assert min(like_boxed, like_straight) >= len(mixed) // 4
