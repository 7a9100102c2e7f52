"""算番: what a win is worth, line by line, and what each payer owes for it (RULES section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.hands import Hand
from assistant.patterns import PATTERNS, Part, Pattern
from assistant.rule_words import Combine, Label, PatternId, SelfDraw
from assistant.rules import RuleSet
from assistant.tiles import Suit, Tile
from assistant.waits import waits
from assistant.wins import BARE, Circumstance, Extra, Win, wins

__all__ = [
    "Circumstance",
    "Extra",
    "Line",
    "Score",
    "cap_label",
    "capped",
    "discard_points",
    "full",
    "label",
    "points",
    "score",
    "self_draw_adds",
    "self_draw_points",
    "win_values",
]

UNCAPPED = 3
"""满格 where a table has no cap: the doublings that "cap" then means."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counted, with its doublings; `note` only for what was added by hand."""

    id: PatternId
    doublings: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a win: its lines, their doublings together, those the cap leaves, and 2 to that power."""

    lines: tuple[Line, ...]
    doublings: int
    capped: int

    @property
    def multiple(self) -> int:
        """倍: how many bases, after the cap."""
        return 1 << self.capped


def score(hand: Hand, rules: RuleSet, circumstance: Circumstance = BARE) -> Score:
    """The value of a complete hand of 14 - 3 x melds concealed tiles, the winning one among them.

    Of several readings of the hand the dearest counts, of equal ones the first in the order of PATTERNS.
    ValueError where the hand is not complete.
    """
    found = wins(hand, circumstance)
    if not found:
        raise ValueError(f"“{hand}” is not complete: it has no value")
    options = [lines for win in found for lines in _readings(win, rules)]
    best = max(options, key=_total)  # the first of equal ones
    lines = (*best, *_added(found[0], rules))
    return Score(lines, _total(lines), capped(_total(lines), rules))


def win_values(hand: Hand, rules: RuleSet, void: Suit | None = None) -> tuple[tuple[Tile, Score], ...]:
    """Each wait 听 of 13 - 3 x melds concealed tiles with its value, no circumstance counted."""
    return tuple((tile, score(hand.with_tile(tile), rules)) for tile in waits(hand, void))


def discard_points(value: Score, rules: RuleSet) -> int:
    """What a discarder pays for a win, in points."""
    return points(value.multiple, rules)


def self_draw_points(value: Score, rules: RuleSet) -> int:
    """What each payer pays for a self-drawn win 自摸, in points (RULES section 4).

    One base more after the cap 自摸加底, one doubling more before the cap 自摸加番, or nothing more.
    """
    match rules.self_draw:
        case SelfDraw.BASE:
            return points(value.multiple + 1, rules)
        case SelfDraw.DOUBLING:
            return points(2 ** capped(value.doublings + 1, rules), rules)
        case SelfDraw.NONE:
            return points(value.multiple, rules)


def self_draw_adds(rules: RuleSet) -> SelfDraw:
    """What a self-drawn win adds at this table, for whoever words a payment."""
    return rules.self_draw


def capped(doublings: int, rules: RuleSet) -> int:
    """The doublings that the cap 满格 leaves."""
    return doublings if rules.cap is None else min(doublings, rules.cap)


def full(rules: RuleSet) -> int:
    """满格: the bases of a win at the cap, 8 where uncapped; what pigs and false wins pay as "cap"."""
    return 1 << _cap(rules)


def points(bases: int, rules: RuleSet) -> int:
    """底: so many bases in points."""
    return bases * rules.base


def label(doublings: int, rules: RuleSet) -> tuple[str, str]:
    """A value as the table calls it, in Chinese and English: 倍, or 番 counted from 0 or from 1."""
    match rules.label:
        case Label.MULTIPLE:
            return f"{2**doublings}倍", f"{2**doublings}x"
        case Label.FAN0:
            return f"{doublings}番", f"{doublings} fan"
        case Label.FAN1:
            return f"{doublings + 1}番", f"{doublings + 1} fan"


def cap_label(rules: RuleSet) -> tuple[str, str]:
    """满格 as the table calls it, in Chinese and English."""
    if rules.cap is None:
        return "不封顶", "no cap"
    chinese, english = label(rules.cap, rules)
    return f"满格{chinese}", f"cap {english}"


def _cap(rules: RuleSet) -> int:
    return UNCAPPED if rules.cap is None else rules.cap


def _total(lines: Sequence[Line]) -> int:
    return sum(line.doublings for line in lines)


def _price(pattern: PatternId, rules: RuleSet) -> int | None:
    """What a pattern adds, None where the table does not count it."""
    price = rules.patterns[pattern]
    return _cap(rules) if isinstance(price, str) else price


def _lines(pattern: PatternId, times: int, rules: RuleSet) -> Iterator[Line]:
    price = _price(pattern, rules)
    if price is not None:
        yield from (Line(pattern, price) for _ in range(times))


def _readings(win: Win, rules: RuleSet) -> Iterator[tuple[Line, ...]]:
    """The ways to name a reading's shapes and its four alike."""
    shapes = [
        pattern
        for pattern in PATTERNS
        if pattern.part is Part.SHAPE and pattern.held(win) and _price(pattern.id, rules) is not None
    ]
    for chosen in _together(shapes, rules):
        lines = [line for shape in chosen for line in _lines(shape.id, 1, rules)]
        yield (*lines, *_four_alike(win, sum(shape.roots for shape in chosen), rules))


def _together(shapes: list[Pattern], rules: RuleSet) -> Iterator[tuple[Pattern, ...]]:
    """Which shapes may count together: one alone, or all that are not made of each other."""
    if not shapes:
        yield ()
        return
    match rules.combine:
        case Combine.BEST:
            yield from ((shape,) for shape in shapes)
        case Combine.SUM:
            named = [shape for shape in shapes if shape.id is not PatternId.PLAIN] or shapes
            chosen: list[Pattern] = []
            spent: set[PatternId] = set()
            for shape in named:  # those made of others stand before them in PATTERNS
                parts = {shape.id, *shape.contains}
                if not parts & spent:
                    chosen.append(shape)
                    spent |= parts
            yield tuple(chosen)
            yield from ((shape,) for shape in named)


def _four_alike(win: Win, swallowed: int, rules: RuleSet) -> Iterator[Line]:
    """根 each, konged ones too where the rule set says so; 杠 each, where kongs have a price of their own."""
    held = {pattern.id: pattern.held(win) for pattern in PATTERNS if pattern.part is Part.FOUR_ALIKE}
    kongs, roots = held[PatternId.KONG], held[PatternId.ROOT] - swallowed
    if rules.patterns.root_counts_kongs:
        roots += kongs
    yield from _lines(PatternId.ROOT, roots, rules)
    yield from _lines(PatternId.KONG, kongs, rules)


def _added(win: Win, rules: RuleSet) -> Iterator[Line]:
    """What counts on top, whatever the reading."""
    for pattern in PATTERNS:
        if pattern.part is Part.ADDED:
            yield from _lines(pattern.id, pattern.held(win), rules)
    yield from (Line(PatternId.EXTRA, extra.doublings, extra.note) for extra in win.circumstance.extra)
