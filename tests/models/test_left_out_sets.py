"""Left-out tile sets: what is counted, and faces that are read again where the net is not sure."""

from pathlib import Path

import numpy as np
import pytest
import torch

from models.recipe.measure_sets import SHIPS_FROM, Answers, lines, read_again, told
from models.recipe.namer_net import Namer
from models.recipe.namer_views import plain_views
from models.recipe.pieces import Images, Pieces
from models.recipe.prepare import PIECE
from models.recipe.train_namer import as_floats

OTHER = 27


def logits_for(likeliest: list[int], sure: list[float]) -> torch.Tensor:
    """Logits whose likeliest class is that likely."""
    rows = torch.zeros(len(likeliest), 28)
    for row, (kind, share) in enumerate(zip(likeliest, sure, strict=True)):
        rows[row, kind] = float(np.log(share * 27 / (1 - share)))
    return rows


@pytest.fixture
def pieces() -> Pieces:
    images = np.random.default_rng(5).integers(0, 255, (3, PIECE, PIECE, 3)).astype(np.uint8)
    names = ("a01/a-1/0", "a01/a-2/0", "a02/a-3/0")
    return Pieces(
        Images([images]), np.array([3, 4, 5]), ("crop",) * 3, names, ("train",) * 3,
        np.ones(3, dtype=np.float32), names,
    )  # fmt: skip


def test_only_unsure_faces_are_read_again_as_the_mean_of_four_turns(pieces: Pieces, tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = Namer().eval()
    torch.save({"net": net.state_dict(), "temperature": 0.5}, tmp_path / "namer-final.pt")
    first = Answers(
        np.arange(3),
        ("a01", "a01", "a02"),
        pieces.labels,
        logits_for([3, 4, 6], [0.9, 0.5, SHIPS_FROM - 0.01]),
    )
    again = read_again(tmp_path / "namer-final.pt", pieces, first)
    views = plain_views(as_floats(pieces.images[np.array([1, 2])]))
    with torch.no_grad():
        mean = sum(net(torch.rot90(views, turn, (2, 3))) for turn in range(4)) / 4 / 0.5
    assert torch.equal(again.logits[0], first.logits[0])
    assert torch.allclose(again.logits[1:], mean, atol=1e-4)
    assert torch.equal(first.logits, logits_for([3, 4, 6], [0.9, 0.5, SHIPS_FROM - 0.01]))


def test_a_face_counts_as_named_from_the_asked_likelihood() -> None:
    seen = Answers(
        np.arange(5), ("a", "a", "a", "a", "b"), np.array([0, 1, 2, OTHER, 3]),
        logits_for([0, 1, 5, 6, 3], [0.95, 0.8, 0.8, 0.8, 0.95]),
    )  # fmt: skip
    strict, ships = lines(seen), lines(seen, SHIPS_FROM)
    assert [(one.name, one.tiles, one.best, one.right, one.wrong, one.suited) for one in strict] == [
        ("a", 3, 2, 1, 0, 0),
        ("b", 1, 1, 1, 0, 0),
    ]
    assert [(one.right, one.wrong, one.suited) for one in ships] == [(2, 1, 1), (1, 0, 0)]
    assert "likeliest kind right 0.8333 mean over 2 sets, 0.7500 of 4 faces" in told(ships, "so")
    assert "named right 0.8333 mean over sets, 0.7500 of faces; named wrongly 1; 1 of 1 others" in told(
        ships, "so"
    )
