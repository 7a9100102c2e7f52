"""手牌: what a hand waits for and what it is worth: the form that command, scans and page share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.hands import Hand
from assistant.notation import hand_problems
from assistant.problems import Problem
from assistant.readiness import claimed_waits, is_dead
from assistant.rules import RuleSet
from assistant.scoring import Score, discard_points, score, self_draw_points, win_values
from assistant.tiles import COPIES, TILES, Counts, Suit, Tile
from assistant.waits import NEVER, NONE_SEEN, discard_table, is_complete, shanten, useful_tiles


def hand_faults(hand: Hand) -> tuple[Problem, ...]:
    """Everything that keeps a hand from being analysed: fifth_copy, wrong_size, too_many_melds, unseen."""
    faults = hand_problems(hand)
    if hand.unseen:
        tiles = "1 tile is" if hand.unseen == 1 else f"{hand.unseen} tiles are"
        faults += (
            Problem(
                "unseen",
                f"{tiles} unknown (?): name what is in the hand.",
                f"有 {hand.unseen} 张牌没说明（?）：请写出是什么牌。",
            ),
        )
    return faults


def hand_notes(hand: Hand, seen: Counts = NONE_SEEN, void: Suit | None = None) -> tuple[Problem, ...]:
    """What is odd about a hand that can be analysed: three_suits, void_held, void_melded, fifth_copy."""
    notes = []
    if len(hand.suits) == len(Suit):
        notes.append(
            Problem("three_suits", "The hand holds three suits: part with one 缺门, it cannot win so.")
        )
    if void is not None:
        word = f"{void.letter} {void.chinese}"
        if any(meld.tile.suit is void for meld in hand.melds):
            notes.append(
                Problem("void_melded", f"A meld is of the void suit {word}: check it, the hand cannot win.")
            )
        if any(tile.suit is void for tile in hand.tiles):
            notes.append(
                Problem(
                    "void_held", f"The hand holds tiles of the void suit {word}: discard those first 定缺."
                )
            )
    notes += [
        Problem(
            "fifth_copy",
            f"{own + other} copies of {tile} {tile.chinese} with those seen: a set has four, check both.",
        )
        for tile, own, other in zip(TILES, hand.own, seen, strict=True)
        if own + other > COPIES
    ]
    return tuple(notes)


def analyse(hand: Hand, rules: RuleSet, seen: Counts = NONE_SEEN, void: Suit | None = None) -> dict[str, Any]:
    """The form of `tangzi hand` (FORMATS) for 13 - 3 x melds tiles, or one more after a draw.

    `seen`: copies visible elsewhere, 27 numbers; `void`: the suit 定缺. ValueError where `hand_faults` finds
    a fault. `shanten` is None where the melds rule every win out; `useful` are the tiles that bring a hand
    between turns nearer to ready.
    """
    for fault in hand_faults(hand):
        raise ValueError(fault.message)
    distance = shanten(hand, void)
    drawn = hand.surplus == 1
    called = () if drawn else claimed_waits(hand, rules, void)
    return {
        "hand": str(hand),
        "rules": rules.name,
        "ready": bool(called),
        "shanten": None if distance == NEVER else distance,
        "waits": [] if drawn else _waits(hand, rules, seen, void),
        "dead": bool(called) and is_dead(hand, seen, void),
        "win": win_form(score(hand, rules), rules) if drawn and is_complete(hand, void) else None,
        "discards": _discards(hand, seen, void) if drawn else [],
        "useful": [] if drawn or not distance else _useful(useful_tiles(hand, seen, void)),
        "problems": [
            {"code": problem.code, "message": problem.message} for problem in hand_notes(hand, seen, void)
        ],
    }


def win_form(value: Score, rules: RuleSet) -> dict[str, Any]:
    """What a win is worth: doublings before the cap, multiple after it, money in points."""
    return {
        "doublings": value.doublings,
        "multiple": value.multiple,
        "patterns": [{"id": line.id.value, "doublings": line.doublings} for line in value.lines],
        "discard": discard_points(value, rules),
        "self_draw_each": self_draw_points(value, rules),
    }


def _waits(hand: Hand, rules: RuleSet, seen: Counts, void: Suit | None) -> list[dict[str, Any]]:
    own = hand.own
    forms = []
    for tile, value in win_values(hand, rules, void):
        left = max(0, COPIES - own[tile] - seen[tile])
        forms.append({"tile": str(tile), "left": left, "last_copy": left == 1, **win_form(value, rules)})
    return forms


def _discards(hand: Hand, seen: Counts, void: Suit | None) -> list[dict[str, Any]]:
    return [
        {
            "tile": str(discard.tile),
            "shanten": None if discard.shanten == NEVER else discard.shanten,
            "useful": _useful(discard.useful),
            "live": discard.live,
        }
        for discard in discard_table(hand, seen, void)
    ]


def _useful(tiles: Iterable[tuple[Tile, int]]) -> list[dict[str, Any]]:
    return [{"tile": str(tile), "left": left} for tile, left in tiles]
