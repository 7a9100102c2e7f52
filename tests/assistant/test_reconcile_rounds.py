"""Whole rounds watched: what the camera made of them is what happened."""

from __future__ import annotations

from random import Random

import pytest

from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import CLEAN, REAL
from tests.assistant.scripted_table.records import record
from tests.assistant.scripted_table.watched import ScriptedTable, watch


@pytest.mark.parametrize("preset", ["chengdu", "sbr-2025"])
def test_a_round_seen_clearly_keeps_itself(preset: str) -> None:
    told = watch(ScriptedTable(record(1, preset), CLEAN, Random(1)))
    assert plain(told.events) == plain(told.truth)
    assert told.ledger
    assert not told.contradictions


@pytest.mark.parametrize(
    "seed",
    [300015, 400051],
    ids=[
        "a tile of a pong is lost from sight for a moment",
        "of the meld that a discard was claimed for one tile is seen at first",
    ],
)
def test_a_round_seen_as_a_good_reader_does_keeps_itself(seed: int) -> None:
    """Rounds of which the thread was lost for good."""
    told = watch(ScriptedTable(record(seed, "chengdu"), REAL, Random(seed)))
    assert plain(told.events) == plain(told.truth)
    assert told.ledger
