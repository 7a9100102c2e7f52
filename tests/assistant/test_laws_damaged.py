"""A damaged record still settles: nothing is raised, money stays balanced, tiles are kept but where a hand of
a wrong size was shown, and what is wrong is said.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from assistant.history.codec import decode
from assistant.round import legal_events, settle
from assistant.tiles import DECK
from tests.assistant.players.rounds import how_many, under_random_rules
from tests.assistant.players.takes import tiles_on_the_table
from tests.assistant.second_pricer.hands import KINDS
from web.presenters.settle import settlement_form

Line = dict[str, Any]


def damaged(rng: Random, record: list[Line], players: int, first: int) -> list[Line]:
    """The lines with one to five from `first` on dropped, told twice, swapped, misread or cut off."""
    lines = deepcopy(record)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, other = rng.randrange(first, len(lines)), rng.randrange(first, len(lines))
        match rng.choice(("drop", "twice", "swap", "tile", "seat", "seats", "cut")):
            case "drop":
                del lines[at]
            case "twice":
                lines.insert(at, deepcopy(lines[other]))
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "tile" if "tile" in lines[at]:
                lines[at]["tile"] = rng.choice(KINDS)
            case "seat" if "seat" in lines[at]:
                lines[at]["seat"] = rng.randrange(players)
            case "seats" if "seats" in lines[at]:
                lines[at]["seats"] = sorted(rng.sample(range(players), rng.randint(1, 2)))
            case "cut":
                del lines[at + 1 :]
        if len(lines) <= first + 1:
            break
    return lines


def test_a_damaged_record_settles_and_says_what_is_wrong() -> None:
    rng = Random(11)
    said = 0
    for seed in range(how_many(100)):
        one = under_random_rules(seed)
        for record in (one.record.full, one.record.seen):
            kinds = [line["kind"] for line in record]
            if "discarded" not in kinds:
                continue  # won or left before anything was discarded
            opening = kinds.index("discarded")
            first = rng.choice((1, opening))  # how many tiles the wall had is told by the opening
            lines = damaged(rng, record, int(one.rules["players"]), first)
            folded, settled = settle([decode(line) for line in lines])
            form = settlement_form(folded, settled)
            legal_events(folded.state)
            assert sum(form["net"]) == 0, (seed, lines)
            assert all(payment["points"] > 0 for payment in form["payments"]), (seed, lines)
            codes = {problem["code"] for problem in form["problems"]}
            if first == opening and "wrong_size" not in codes:
                assert tiles_on_the_table(folded.state) == DECK, (seed, lines)
            said += bool(codes)
    assert said > how_many(100)
