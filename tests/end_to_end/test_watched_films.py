"""Short films of rounds through the pipeline of `tangzi watch`: what was played is what is recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.assistant.scripted_table.answering import plain
from tests.benchmarks.watched_rows import Row, keep, kept, summary, table
from tests.benchmarks.watching import (
    PACE,
    Case,
    control_case,
    patience_of,
    reader_of,
    size_of,
    titled,
    watch,
)
from tests.end_to_end.films_of_rounds import NONE, film_of, filmed, played
from tests.own_faces import own_faces
from vision.synth.laying import Manner, Pond
from vision.synth.settings import plain_setting

SHORT = 22
"""Lines of play."""


def short_case(seed: int, pond: Pond, players: int) -> Case:
    """The first turns of a round on a quiet table."""
    lines = [line for line in played(seed, "chengdu", {"players": players}) if line["kind"] != "passed"]
    lines = lines[: 1 + players + SHORT]
    round_ = filmed(lines, dealer_side=seed % players, break_at=20, mishaps=NONE, seed=seed)
    film = film_of(
        round_,
        seed,
        setting=plain_setting(own_faces(), elevation=1.2),
        manner=Manner(seed, rough=0.4),
        pond=pond,
        rate=3.0,
        tempo=PACE,
    )
    return Case(f"short-{seed}", "chengdu", pond, film, lines, round_)


@pytest.mark.parametrize(
    ("seed", "pond", "players"), [(2, Pond.NEAT, 4), (5, Pond.LOOSE, 4), (7, Pond.NEAT, 3)]
)
def test_a_short_round_is_recorded_as_it_was_played(seed: int, pond: Pond, players: int) -> None:
    case = short_case(seed, pond, players)
    assert case.round_ is not None
    row, outcome = watch(case, reader_of("truth"))
    told, true = plain(outcome.told.events), plain(outcome.told.truth)
    assert told == true[: len(told)]
    assert len(told) >= len(true) - 2
    assert outcome.told.questions <= 1
    assert row.wrong == 0
    assert len(outcome.late) == sum(not repr(event).startswith("Drawn") for event in told)
    assert all(late >= 0 for late in outcome.late)
    assert outcome.witness is not None
    assert not outcome.witness.never
    assert len(outcome.witness.acts) == sum(line["kind"] != "drawn" for line in case.round_.visible)


def test_nothing_is_recorded_of_mixing_seen_from_above() -> None:
    row, outcome = watch(control_case(0, 3.0), reader_of("truth"))
    assert (row.house, row.recorded, row.questions) == ("mixing", 0, 0)
    assert outcome.views > 2


def test_nothing_is_recorded_of_a_table_at_rest() -> None:
    row, _ = watch(control_case(3, 3.0), reader_of("truth"))
    assert (row.house, row.recorded, row.wrong, row.questions) == ("rest", 0, 0, 0)
    assert row.views > 10


def test_a_larger_picture_shows_the_same_table_through_the_same_optics() -> None:
    usual, large = control_case(3, 3.0), control_case(3, 3.0, (1920, 1080))
    assert (usual.size, large.size) == ((1280, 720), (1920, 1080))
    corners = np.array(usual.geometry.corners) * 1.5
    assert np.abs(np.array(large.geometry.corners) - corners).max() < 0.01
    lens = usual.film.setting.lens
    assert large.film.setting.lens == replace(lens, blur=lens.blur * 1.5)
    assert large.film.setting.lamp == usual.film.setting.lamp
    assert large.film.times == usual.film.times
    assert size_of("1920x1080") == large.size
    assert titled("reader", usual.size) == "reader"
    assert titled("reader", large.size) == "reader at 1920 x 1080"


def test_a_row_tells_when_questions_are_answered() -> None:
    size = (1280, 720)
    assert titled("reader", size, patience=patience_of("never")) == "reader, nobody answers"
    assert titled("reader", size, patience=patience_of("30")) == "reader, answered after 30 s"


def test_results_are_kept_and_told(tmp_path: Path) -> None:
    file = tmp_path / "watching.csv"
    rows = [
        Row(
            "dense-0",
            "truth",
            "chengdu 4",
            "neat",
            frames=100,
            exact=True,
            ledger=True,
            questions=1,
            late_mean=0.5,
        ),
        Row("dense-1", "truth", pond="loose", unseen=3, wrong=2, questions=2, late_mean=1.5),
        Row("strivers-0", "truth", pond="neat", exact=True, hurry=0.9, unshown=1, brief=2),
        Row("control-0", "truth", recorded=0),
    ]
    assert kept(file) == []
    for row in rows:
        keep(file, row)
    assert kept(file) == rows
    said = "\n".join(summary(rows))
    for words in (
        "dense: rounds 2",
        "exact sequences 1 of 2",
        "exact sequences 1 of 1",
        "no frame shows 1, that one frame at most shows 2",
        "in a hurry 1, the fastest at 0.90",
        "wrong events a round 1.00",
        "questions a round 1.50",
        "controls 1: events 0",
    ):
        assert words in said
    lines = list(table(rows))
    assert lines[2:] == [
        "| truth | dense | neat rows | 1 | 1 | 1 | 0.00 | 0.0 | 1.0 | 0.5 |",
        "| truth | dense | loose rows | 1 | 0 | 0 | 2.00 | 3.0 | 2.0 | 1.5 |",
        "| truth | dense | all | 2 | 1 | 1 | 1.00 | 1.5 | 1.5 | 1.0 |",
        "| truth | strivers | neat rows | 1 | 1 | 0 | 0.00 | 0.0 | 0.0 | 0.0 |",
        "| truth | strivers | all | 1 | 1 | 0 | 0.00 | 0.0 | 0.0 | 0.0 |",
    ]
