"""Whole rounds watched: what the camera made of them is what happened."""

from __future__ import annotations

from random import Random

import pytest

from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import CLEAN
from tests.assistant.scripted_table.records import record
from tests.assistant.scripted_table.watched import ScriptedTable, watch


@pytest.mark.parametrize("preset", ["chengdu", "sbr-2025"])
def test_a_round_seen_clearly_keeps_itself(preset: str) -> None:
    told = watch(ScriptedTable(record(1, preset), CLEAN, Random(1)))
    assert plain(told.events) == plain(told.truth)
    assert told.ledger
    assert not told.contradictions
