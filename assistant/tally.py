"""战绩: what a person has done in rounds, counted; tallies add up over rounds, sittings and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class BigHand:
    """最大一胡: a win, by its multiple after the cap, then by what it was paid."""

    multiple: int
    doublings: int
    """before the cap"""
    points: int
    """from all who paid it, kongs not in it"""
    how: str
    """self_draw, discard or robbed_kong"""
    hand: str
    """without the winning tile where that is known; its melds too"""
    tile: str
    """? where nobody saw it"""
    patterns: tuple[tuple[str, int], ...]
    """(pattern id, doublings)"""
    table: str = ""
    started: int = 0
    """the record that starts its round"""
    at: float = 0.0
    """seconds of the epoch"""


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's rounds. Points are those of the rounds' own bases."""

    rounds: int = 0
    deals: int = 0
    """rounds as dealer 坐庄"""
    wins: int = 0
    """胡"""
    self_drawn: int = 0
    """自摸, among the wins"""
    scored: int = 0
    """wins whose value is known"""
    win_multiples: int = 0
    """their multiples 倍 together"""
    win_points: int = 0
    """what they were paid together"""
    dealt_in_rounds: int = 0
    """rounds in which the person dealt in 放炮, however often"""
    dealt_in: int = 0
    """tiles dealt in, each once however many won on it"""
    dealt_in_points: int = 0
    """what they cost"""
    kongs: int = 0
    kong_net: int = 0
    """刮风下雨: what kongs brought and cost, refunds and transfers too"""
    checks: int = 0
    """rounds still in when the wall was empty and hands were checked 查叫"""
    not_ready: int = 0
    """没叫, among these"""
    not_ready_lost: int = 0
    """查叫: what was paid for it"""
    not_ready_gained: int = 0
    pigs: int = 0
    """花猪, among the checks"""
    pig_lost: int = 0
    false_wins: int = 0
    """诈胡"""
    net: int = 0
    penalty: int = 0
    """points to nobody, not in the net"""
    rounds_up: int = 0
    """rounds with a gain"""
    best: int | None = None
    """net of the best round"""
    worst: int | None = None
    biggest: BigHand | None = None

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        changes: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in SUMS}
        changes["best"] = _chosen(max, self.best, other.best)
        changes["worst"] = _chosen(min, self.worst, other.worst)
        changes["biggest"] = _bigger(self.biggest, other.biggest)
        return Tally(**changes)

    def form(self) -> dict[str, Any]:
        """As JSON: what is 0 or unknown is left out."""
        form = {name: value for name in SUMS if (value := getattr(self, name))}
        if self.best is not None:
            form |= {"best": self.best, "worst": self.worst}
        if self.biggest is not None:
            form["biggest"] = {one.name: getattr(self.biggest, one.name) for one in fields(BigHand)}
        return form


SUMS = tuple(one.name for one in fields(Tally) if one.name not in ("best", "worst", "biggest"))
"""What is added up."""
ADDED = frozenset(SUMS)


def tally_of(form: Mapping[str, Any]) -> Tally:
    """The tally of a form."""
    big = form.get("biggest")
    return Tally(**form) if big is None else Tally(**{**form, "biggest": _big_hand(big)})


def _big_hand(form: Mapping[str, Any]) -> BigHand:
    patterns = tuple((one, doublings) for one, doublings in form["patterns"])
    return BigHand(**{**form, "patterns": patterns})


class Adding:
    """Adds tallies up from their forms: of many thousands, in a tenth of the time that values would take."""

    def __init__(self) -> None:
        self._sums: dict[str, Any] = {}
        self._best: list[int] = []
        self._worst: list[int] = []
        self._big: tuple[tuple[float, ...], str, Mapping[str, Any]] | None = None

    def add(self, form: Mapping[str, Any], table: str) -> None:
        """Take one more in, of a table."""
        sums = self._sums
        for name, value in form.items():
            if name in ADDED:
                sums[name] = sums.get(name, 0) + value
        if "best" in form:
            self._best.append(form["best"])
            self._worst.append(form["worst"])
        big = form.get("biggest")
        if big is not None:
            rank = (big["multiple"], big["points"], -big["at"], -big["started"])
            if self._big is None or rank > self._big[0]:
                self._big = rank, table, big

    def total(self) -> Tally:
        """All together."""
        best, worst = max(self._best, default=None), min(self._worst, default=None)
        big = None if self._big is None else _big_hand({**self._big[2], "table": self._big[1]})
        return Tally(**self._sums, best=best, worst=worst, biggest=big)


def _chosen(choose: Any, one: int | None, other: int | None) -> int | None:  # noqa: ANN401
    return other if one is None else one if other is None else choose(one, other)


def _bigger(one: BigHand | None, other: BigHand | None) -> BigHand | None:
    """The larger; of two alike the earlier."""
    if one is None or other is None:
        return one or other
    rank = (other.multiple, other.points, -other.at, -other.started)
    return other if rank > (one.multiple, one.points, -one.at, -one.started) else one
