"""After acts that nobody saw, one view of the table is enough to be back in step (DESIGN, Uncertainty)."""

from __future__ import annotations

import pytest

from tests.benchmarks.away import watched


@pytest.mark.parametrize("acts", [1, 5, 15])
def test_a_round_is_followed_on_after_acts_that_no_view_shows(acts: int) -> None:
    back = watched(200, acts, "clean")
    assert back is not None
    assert back.hidden == acts
    assert back.after > 5
    assert (back.told, back.put_in, back.ledger, back.wrong) == (back.after, acts, True, 0)
    assert back.asked <= 2


def test_a_round_too_short_to_miss_so_many_acts_is_left_out() -> None:
    assert watched(200, 500, "clean") is None
