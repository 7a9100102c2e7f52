"""A second referee: who took a win let go before, who let one go that must be won (RULES.md 2, 7, 11.1-2).

It reads complete records, every hand known.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.assistant.second_pricer.hands import Circumstance, complete, doublings
from tests.assistant.second_pricer.ledger import Last
from tests.assistant.second_pricer.money import Line, Round
from tests.assistant.second_pricer.rulebook import Rules

Fault = tuple[int, str]


class Referee(Round):
    """A round in which every let-go win is watched. `faults` are pairs of event and code."""

    def __init__(self, lines: Sequence[Line], rules: Rules) -> None:
        self.faults: set[Fault] = set()
        self.banned: dict[int, list[tuple[str, int]]] = {}  # what was let go: its kind and its doublings
        self.asked: Last | None = None
        self.entitled: list[int] = []
        super().__init__(lines, rules)

    def read(self, index: int, line: Line) -> None:
        kind = line["kind"]
        if self.ended is None:
            if kind == "won":
                self.judge_win(index, line["seats"])
            if kind == "passed" and line["seat"] in self.entitled and self.last is not None:
                self.let_go(index, line["seat"], self.last)
                self.entitled.remove(line["seat"])
            if kind not in ("passed", "adjusted", "left", "false_win", "won") or self.real_win(line):
                self.close_offer(index, line)
        super().read(index, line)
        if self.ended is None and kind == "drawn":
            self.banned.pop(line["seat"], None)
        if self.ended is None and kind in ("ponged", "konged") and self.rules["passed_win_until"] == "claim":
            self.banned.pop(line["seat"], None)
        if self.last is not None and self.last is not self.asked and self.ended is None:
            self.asked = self.last
            self.entitled = [seat for seat in self.playing if self.could_win(seat, self.last)]

    def could_win(self, seat: int, last: Last) -> bool:
        hand = self.hands[seat]
        if hand is None or (seat == last.seat) != (last.what == "drawn"):
            return False
        tiles = hand if last.what == "drawn" else [*hand, last.tile]
        return complete(tuple(sorted(tiles)), tuple(self.melds[seat]), self.void(seat))

    def worth(self, seat: int, last: Last) -> int:
        """The doublings of a win after the cap."""
        tiles = self.winning_tiles(seat, last, None)
        how = Circumstance(self.circumstances(seat, last, tiles))
        doubled = doublings(tiles, tuple(self.melds[seat]), self.rules, how)
        return doubled if self.rules["cap"] == "none" else min(doubled, int(self.rules["cap"]))

    def is_banned(self, seat: int, last: Last) -> bool:
        let_go = self.banned.get(seat, [])
        match self.rules["passed_win"]:
            case "same_kind":
                return any(tile == last.tile for tile, _ in let_go)
            case "not_dearer":
                return any(self.worth(seat, last) <= worth for _, worth in let_go)
            case _:
                return False

    def real_win(self, line: Line) -> bool:
        return line["kind"] == "won" and any(seat in self.entitled for seat in line["seats"])

    def judge_win(self, index: int, seats: list[int]) -> None:
        if self.last is None or self.last.what == "drawn":
            return
        for seat in seats:
            if seat in self.entitled and self.is_banned(seat, self.last):
                self.faults.add((index, "passed_win"))

    def close_offer(self, index: int, line: Line) -> None:
        """Nobody can win this tile any more: who could and did not has let it go."""
        last, self.asked = self.asked, None
        if last is None or last is not self.last:
            return
        winners = line["seats"] if line["kind"] == "won" else []
        order = [(last.seat + step) % self.players for step in range(self.players)]
        for seat in self.entitled:
            first = winners and not self.rules["many_winners"] and order.index(seat) > order.index(winners[0])
            if seat in winners or first:
                continue
            claims = line["kind"] in ("ponged", "konged") and line.get("seat") == seat
            self.let_go(index, seat, last, claims=claims)
        self.entitled = []

    def let_go(self, index: int, seat: int, last: Last, *, claims: bool = False) -> None:
        """A win that was not taken: a fault where it must be, and a ban. A declined self-draw, and a win
        given up for a pong or kong, bind under "not_dearer" alone (11.1).
        """
        drawn = last.what == "drawn"
        must = self.rules["last_four_must_win"] and self.wall <= 4
        if must and (drawn or not self.is_banned(seat, last)):  # the ban wins (11.2)
            self.faults.add((index, "must_win"))
        if self.rules["passed_win"] == "not_dearer" or not (drawn or claims):
            self.banned.setdefault(seat, []).append((last.tile, self.worth(seat, last)))


def faults_of(lines: Sequence[Line], rules: Rules) -> set[Fault]:
    """The events that take a let-go win, or let one go that must be won."""
    return Referee(lines, rules).faults
