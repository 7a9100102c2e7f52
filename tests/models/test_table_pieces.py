"""Namer pieces of drawn tables: each is the face that the truth names, with its surroundings."""

from pathlib import Path

import numpy as np
import pytest

from models.recipe.pieces import load_pieces
from models.recipe.prepare import NAMER_OTHER
from models.recipe.table_pieces import main, table_pieces
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
