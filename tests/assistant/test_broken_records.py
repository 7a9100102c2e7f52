"""Records that people and cameras get wrong: lines lost, doubled, out of place or with another tile. Nothing
crashes, nothing is guessed into being: the ledger still sums to zero and every odd line is named.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from assistant.history.codec import CodecError, decode
from assistant.round import settle
from assistant.state import Rank, impossible
from tests.assistant.players.rounds import how_many, under_preset, under_random_rules
from web.presenters.settle import settlement_form

Line = dict[str, Any]
TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]


def spoilt(rng: Random, lines: list[Line]) -> list[Line]:
    """The record with a few lines lost, doubled, moved or changed; the first stays."""
    first, *rest = [dict(line) for line in lines]
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(rest))
        match rng.randrange(6):
            case 0:
                del rest[place]
            case 1:
                rest.insert(rng.randrange(len(rest)), rest[place])
            case 2:
                rest.insert(rng.randrange(len(rest)), rest.pop(place))
            case 3 if "tile" in rest[place]:
                rest[place] = {**rest[place], "tile": rng.choice([*TILES, "?"])}
            case 4 if "seat" in rest[place]:
                rest[place] = {**rest[place], "seat": rng.randrange(4)}
            case 5:
                rest = rest[: max(place, 1)]
    return [first, *rest]


@pytest.mark.parametrize("seen", [False, True], ids=["full", "seen from outside"])
def test_a_spoilt_record_is_settled_as_far_as_it_goes(seen: bool) -> None:
    rng = Random(11 + seen)
    faults = 0
    for seed in range(how_many(60)):
        played = under_random_rules(seed) if seed % 2 else under_preset(seed, "sbr-2025")
        lines = spoilt(rng, played.record.seen if seen else played.record.full)
        events = []
        for line in lines:
            try:
                events.append(decode(line))
            except CodecError as error:
                events.append(impossible(error.code, str(error)))
        folded, settlement = settle(events)
        form = settlement_form(folded, settlement)
        assert sum(form["net"]) == 0
        assert folded.state.events == len(lines)
        assert all(one["points"] > 0 for one in form["payments"])
        assert all(0 < one["event"] < len(lines) for one in (*form["payments"], *form["problems"]))
        again, _ = settle(
            event if at not in folded.left_out else impossible("left_out", "as before")
            for at, event in enumerate(events)
        )
        assert again.state == folded.state, "what was left out changed nothing"
        faults += sum(fault.rank is Rank.IMPOSSIBLE for _, fault in folded.faults)
    assert faults > 20
