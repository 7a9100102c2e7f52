"""Who sits at a seeded table: hands, habits, what each may and will do, and the record that is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.assistant.players.deals import Deal, biased, fair, shaped, staged
from tests.assistant.players.habits import Habits, habits
from tests.assistant.second_pricer.hands import Tiles, complete, doublings
from tests.assistant.second_pricer.money import Round
from tests.assistant.second_pricer.rulebook import Rules

Line = dict[str, Any]


@dataclass
class Record:
    """A round's lines. `seen` is the same round without the hidden tiles; `place[i]` is the line of
    `seen` that is line i of `full`, None for a line nobody could see.
    """

    full: list[Line]
    seen: list[Line]
    place: list[int | None]


class Sitting:
    """The seats of a table, and both records as they grow."""

    def __init__(
        self,
        rng: Random,
        rules: Rules,
        *,
        loose: bool = False,
        rare: bool = False,
        chips: bool = False,
        seats: list[Habits] | None = None,
        deal: Deal | None = None,
    ) -> None:
        self.rng = rng
        self.rules = rules
        self.players = int(rules["players"])
        self.loose = loose
        self.seats = seats or [habits(rng, loose=loose) for _ in range(self.players)]
        if rare and seats is None and rng.random() < 0.4:  # patient seats, which make kongs to rob
            self.seats = [replace(one, wins=0.25, robs=1.0, pongs=1.0, late=0.0) for one in self.seats]
        dealt = deal or (rng.choice((biased, staged, shaped)) if rare else fair)(rng, self.players)
        self.hands = [list(hand) for hand in dealt.hands]
        self.wall = list(dealt.wall)
        self.melds: list[list[tuple[str, str]]] = [[] for _ in range(self.players)]
        self.playing = list(range(self.players))
        self.dead_suit: list[str | None] = [None] * self.players
        self.banned: list[set[str]] = [set() for _ in range(self.players)]
        self.bar: list[int] = [-1] * self.players
        self.gone: set[int] = set()
        self.full: list[Line] = []
        self.seen: list[Line] = []
        self.place: list[int | None] = []
        self.over = False
        self.counts_chips = chips and rules["chips_out"] == "leaves"

    def write(self, line: Line, seen: Line | None = None, *, hidden: bool = False) -> None:
        self.full.append(line)
        self.place.append(None if hidden else len(self.seen))
        if not hidden:
            self.seen.append(dict(line) if seen is None else seen)
        if self.counts_chips:
            self.close_hands()

    def close_hands(self) -> None:
        """Seats that have run out of chips play no more."""
        self.playing = [seat for seat in self.playing if seat in Round(self.full, self.rules).playing]
        self.over = self.over or len(self.playing) < 2

    def chance(self, odds: float) -> bool:
        return odds > 0 and self.rng.random() < odds

    def after(self, seat: int) -> int:
        for step in range(1, self.players + 1):
            if (seat + step) % self.players in self.playing:
                return (seat + step) % self.players
        raise AssertionError("somebody must be playing")

    def in_order(self, seat: int) -> list[int]:
        """The other seats still in, in play order after the seat."""
        order = [(seat + step) % self.players for step in range(1, self.players)]
        return [other for other in order if other in self.playing]

    def order(self, start: int, seat: int) -> int:
        return (seat - start) % self.players

    def void(self, seat: int) -> str | None:
        return self.dead_suit[seat] if self.rules["void"] == "declared" else None

    def with_tile(self, seat: int, tile: str | None) -> Tiles:
        return tuple(sorted(self.hands[seat] + ([tile] if tile else [])))

    def may_win(self, seat: int, tile: str | None, fresh: str | None = None) -> bool:
        tiles = self.with_tile(seat, tile)
        if len({one[1] for one in tiles}) > 2:
            return False
        return complete(tiles, tuple(self.melds[seat]), self.void(seat))

    def value(self, seat: int, tile: str | None) -> int:
        return doublings(self.with_tile(seat, tile), tuple(self.melds[seat]), self.rules)

    def forbidden(self, seat: int, tile: str) -> bool:
        """过手胡 or 顺和."""
        if self.rules["passed_win"] == "same_kind":
            return tile in self.banned[seat]
        if self.rules["passed_win"] == "not_dearer":
            return self.bar[seat] >= 0
        return False

    def let_go(self, seat: int, tile: str) -> None:
        self.banned[seat].add(tile)
        self.bar[seat] = max(self.bar[seat], self.value(seat, tile))
        self.write({"kind": "passed", "seat": seat})

    def pass_own(self, seat: int) -> None:
        """A declined self-draw binds under 顺和 (until the next draw)."""
        self.bar[seat] = max(self.bar[seat], self.value(seat, None))

    def winners(self, seat: int, tile: str, *, robbing: bool = False) -> list[int]:
        """Who takes the tile, in play order; those who could and will not say so."""
        willing: list[int] = []
        unwilling: list[int] = []
        for other in self.in_order(seat):
            habit = self.seats[other]
            if not self.may_win(other, tile):
                if self.chance(habit.false_wins) and self.chance(0.2) and not robbing:
                    willing.append(other)
                continue
            if self.forbidden(other, tile):
                if self.chance(habit.breaks_rules):
                    willing.append(other)
                continue
            must = (
                self.rules["last_four_must_win"]
                and len(self.wall) <= 4
                and not self.chance(habit.breaks_rules)
            )
            wants = must or self.chance(habit.robs if robbing else habit.wins)
            (willing if wants else unwilling).append(other)
        if not self.rules["many_winners"]:
            willing = willing[:1]
        for other in unwilling:
            if (
                not willing
                or self.rules["many_winners"]
                or self.order(seat, other) < self.order(seat, willing[0])
            ):
                self.let_go(other, tile)
        return willing

    def choose_kong(self, seat: int, fresh: str | None) -> tuple[str, str] | None:
        habit = self.seats[seat]
        for tile in sorted(set(self.hands[seat])):
            if tile[1] == self.void(seat) and not self.chance(habit.breaks_rules):
                continue
            if self.hands[seat].count(tile) == 4 and self.chance(habit.kongs):
                return "concealed", tile
            waits_a_turn = tile == fresh and self.chance(habit.late)
            if ("p", tile) in self.melds[seat] and not waits_a_turn and self.chance(habit.kongs):
                return "added", tile
        return None

    def choose_discard(self, seat: int) -> str:
        hand, habit = sorted(self.hands[seat]), self.seats[seat]
        void = self.void(seat)
        first = [tile for tile in hand if tile[1] == void]
        if first and not (habit.hoards and self.chance(habit.breaks_rules)):
            return self.rng.choice(first)
        if self.chance(habit.careless):
            return self.rng.choice(hand)
        dead = self.dead_suit[seat]

        def use(tile: str) -> float:
            number, suit = int(tile[0]), tile[1]
            near = 1.5 * (f"{number - 1}{suit}" in hand) + 1.5 * (f"{number + 1}{suit}" in hand)
            far = 0.7 * (f"{number - 2}{suit}" in hand) + 0.7 * (f"{number + 2}{suit}" in hand)
            away = 100.0 if suit == dead else 0.0
            return (hand.count(tile) - 1) * 2.5 + near + far - away + self.rng.random() * 0.5

        return min(hand, key=use)

    def show_draw(self, seat: int, tile: str | None) -> None:
        """The tile just drawn lies open: the line that somebody at the table writes says so."""
        if tile is not None:
            line = next(line for line in reversed(self.seen) if line["kind"] == "drawn")
            line["tile"] = tile

    def with_melds(self, seat: int) -> list[tuple[str, str]]:
        """Melds may be repeated in the hand's text."""
        return self.melds[seat] if self.chance(0.5) else []
