"""A round written as a player would tell it, for tests: hands, then acts in the notation of the case tables.

    deal = {0: "23466m 7779p 1234s"}      acts = "0 d1m x1m; 1 d6m x6m; 0 pong 6m x9p; 0 d6m kong+ 6m; 3 pass"

d draws (d? unseen), x discards, kong+ added, kong= exposed, kong* concealed, `1,3 win` on the tile offered,
`win HAND` with a told hand in quotes, pass, false_win, left, `void s`, `swap 123m 789p`, `reveal "HAND"`,
`wall` empty, `0>2 5` moves 5 points by hand, `bet 7p` a side bet.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping

from assistant.events import (
    Adjusted,
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    Extra,
    FalseWin,
    How,
    Konged,
    Left,
    Passed,
    Ponged,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.notation import parse_hand, parse_suit, parse_tile, parse_tiles

KONGS = {"kong+": How.ADDED, "kong=": How.EXPOSED, "kong*": How.CONCEALED}


def started(
    rules: str = "chengdu",
    overrides: Mapping[str, object] | None = None,
    wall: int | None = None,
    chips: tuple[int, ...] | None = None,
    players: int = 4,
) -> RoundStarted:
    """The first line of a round."""
    changes = dict(overrides or {})
    if players == 3:
        changes["players"] = 3
    return RoundStarted(rules, tuple(changes.items()), tuple("ABCD"[:players]), wall, chips)


def acts(text: str) -> Iterator[TableEvent]:
    """The events of acts."""
    for clause in text.replace("\n", ";").split(";"):
        words = shlex.split(clause)
        if words:
            yield from _clause(words)


def _clause(words: list[str]) -> Iterator[TableEvent]:
    who, rest = words[0], words[1:]
    if who == "wall":
        yield WallEmpty()
        return
    if who == "bet":
        yield SideBet("E", None if rest[0] == "?" else parse_tile(rest[0]))
        return
    if ">" in who:
        payer, payee = map(int, who.split(">"))
        yield Adjusted(payer, payee, int(rest[0]), "by hand")
        return
    seats = tuple(map(int, who.split(",")))
    seat = seats[0]
    while rest:
        word = rest.pop(0)
        if word == "win":
            yield _win(seats, rest)
        elif word == "pass":
            yield from map(Passed, seats)
        elif word == "false_win":
            yield FalseWin(seat)
        elif word == "left":
            yield Left(seat)
        elif word == "void":
            yield VoidChosen(seat, parse_suit(rest.pop(0)))
        elif word == "swap":
            gave, got = (parse_tiles(rest.pop(0)) for _ in range(2))
            yield Exchanged(seat, gave, got)
        elif word == "reveal":
            yield Revealed(seat, parse_hand(rest.pop(0)))
        elif word == "pong":
            yield Ponged(seat, parse_tile(rest.pop(0)))
        elif word in KONGS:
            yield Konged(seat, KONGS[word], parse_tile(rest.pop(0)))
        elif re.fullmatch(r"d(\?|\d[mps])", word):
            yield Drawn(seat, None if word == "d?" else parse_tile(word[1:]))
        elif re.fullmatch(r"x\d[mps]", word):
            yield Discarded(seat, parse_tile(word[1:]))
        else:
            raise ValueError(f"no act: {word}")


def _win(seats: tuple[int, ...], rest: list[str]) -> Won:
    told = 0
    while told < min(len(rest), len(seats)) and re.fullmatch(r"[0-9?#][0-9mps#kac ?]+", rest[told]):
        told += 1
    hands = list(zip(seats, map(parse_hand, rest[:told]), strict=False))
    del rest[:told]
    extra = []
    while rest and rest[0].startswith("+"):
        extra.append(Extra(int(rest.pop(0)[1:]), "house"))
    return Won(seats, tuple(hands), tuple(extra))


def table(
    text: str,
    deal: Mapping[int, str] | None = None,
    rules: str = "chengdu",
    overrides: Mapping[str, object] | None = None,
    wall: int | None = None,
    chips: tuple[int, ...] | None = None,
    players: int = 4,
) -> list[TableEvent]:
    """A whole record."""
    dealt = [Dealt(seat, parse_hand(hand)) for seat, hand in (deal or {}).items()]
    return [started(rules, overrides, wall, chips, players), *dealt, *acts(text)]
