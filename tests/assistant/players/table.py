"""A seeded round: deals, plays and writes the record twice, complete and as somebody at the table sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.assistant.players.deals import Deal, biased, fair, shaped, staged
from tests.assistant.players.habits import Habits, habits
from tests.assistant.second_pricer.hands import SUITS, Tiles, complete, doublings, show, suits_of
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


class Table:
    """Four (or three) seeded players. `play` gives the record."""

    def __init__(
        self,
        rng: Random,
        rules: Rules,
        *,
        preset: str = "chengdu",
        overrides: dict[str, Any] | None = None,
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
        self.start(preset, overrides or {}, chips)

    # ---- writing -----------------------------------------------------------------------------------

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

    # ---- before play -------------------------------------------------------------------------------

    def start(self, preset: str, overrides: dict[str, Any], chips: bool) -> None:
        self.dealt_14 = self.rng.random() < 0.15
        if self.dealt_14:
            self.hands[0].append(self.wall.pop(0))
        line: Line = {
            "kind": "round_started",
            "rules": preset,
            "overrides": overrides,
            "names": list("ABCD")[: self.players],
            "wall": len(self.wall),
        }
        if chips:
            base = int(self.rules["base"])
            line["chips"] = [self.rng.choice((3, 6, 10, 20, 60)) * base for _ in range(self.players)]
        self.write(line)
        for seat in range(self.players):
            self.write({"kind": "dealt", "seat": seat, "hand": show(self.hands[seat])}, hidden=True)
        if self.rules["exchange_three"]:
            self.exchange()
        for seat in range(self.players):
            counts = {suit: sum(tile[1] == suit for tile in self.hands[seat]) for suit in SUITS}
            least = min(counts, key=lambda suit: (counts[suit], suit))
            if self.rules["void"] == "declared":
                self.dead_suit[seat] = self.rng.choice(SUITS) if self.chance(0.1) else least
                self.write({"kind": "void_chosen", "seat": seat, "suit": self.dead_suit[seat]})
            elif not self.seats[seat].hoards:
                self.dead_suit[seat] = least
        if self.rules["side_bet"] and self.chance(0.7):
            self.write({"kind": "side_bet", "name": "E", "tile": self.wall.pop()})

    def exchange(self) -> None:
        gifts = []
        for seat in range(self.players):
            suits = [suit for suit in SUITS if sum(tile[1] == suit for tile in self.hands[seat]) >= 3]
            given = self.rng.choice(suits)
            mine = [tile for tile in self.hands[seat] if tile[1] == given]
            gifts.append(self.rng.sample(mine, 3))
        step = self.rng.randrange(1, self.players)
        for seat, gave in enumerate(gifts):
            got = gifts[(seat + step) % self.players]
            for tile in gave:
                self.hands[seat].remove(tile)
            self.hands[seat] += got
            line = {"kind": "exchanged", "seat": seat, "gave": show(gave), "got": show(got)}
            self.write(line, hidden=True)

    # ---- play --------------------------------------------------------------------------------------

    def play(self) -> Record:
        seat = 0
        draws = not self.dealt_14
        while not self.over:
            seat, draws = self.turn(seat, draws=draws)
        return Record(self.full, self.seen, self.place)

    def turn(self, seat: int, *, draws: bool) -> tuple[int, bool]:
        """One turn; the answer is the next seat and whether it draws."""
        fresh = None
        if draws:
            if not self.wall:
                self.wall_empty()
                return seat, False
            fresh = self.draw(seat)
            if self.over:
                return seat, False
        habit = self.seats[seat]
        if (draws or (self.dealt_14 and not self.acted)) and self.may_win(seat, None, fresh):
            must = self.rules["last_four_must_win"] and len(self.wall) <= 4
            if must or self.chance(habit.wins):
                return self.self_draw(seat, fresh)
            self.pass_own(seat)
        if self.chance(habit.leaves):
            self.leave(seat)
            return seat, False
        if self.chance(habit.false_wins):
            self.false_win(seat)
            if self.over or seat not in self.playing:
                return (seat if self.over else self.after(seat)), True
        if self.wall and (draws or not self.acted):
            kong = self.choose_kong(seat, fresh)
            if kong is not None:
                return self.own_kong(seat, *kong)
        if not self.wall and self.chance(0.1):
            self.wall_empty()  # the last tile is kept
            return seat, False
        return self.discard(seat)

    @property
    def acted(self) -> bool:
        return any(line["kind"] in ("drawn", "discarded", "konged") for line in self.full)

    def draw(self, seat: int) -> str:
        tile = self.wall.pop(0)
        self.hands[seat].append(tile)
        self.banned[seat].clear()
        self.bar[seat] = -1
        self.write(
            {"kind": "drawn", "seat": seat, "tile": tile}, {"kind": "drawn", "seat": seat, "tile": "?"}
        )
        return tile

    def show_draw(self, seat: int, tile: str | None) -> None:
        """The tile just drawn lies open: the line that somebody at the table writes says so."""
        if tile is not None:
            line = next(line for line in reversed(self.seen) if line["kind"] == "drawn")
            line["tile"] = tile

    def after(self, seat: int) -> int:
        for step in range(1, self.players + 1):
            if (seat + step) % self.players in self.playing:
                return (seat + step) % self.players
        raise AssertionError("somebody must be playing")

    def in_order(self, seat: int) -> list[int]:
        """The other seats still in, in play order after the seat."""
        order = [(seat + step) % self.players for step in range(1, self.players)]
        return [other for other in order if other in self.playing]

    def discard(self, seat: int) -> tuple[int, bool]:
        tile = self.choose_discard(seat)
        self.hands[seat].remove(tile)
        self.write({"kind": "discarded", "seat": seat, "tile": tile})
        if self.seats[seat].leaves and self.chance(0.01):
            gone = [
                other for other in range(self.players) if other not in self.playing and other not in self.gone
            ]
            if gone:
                self.gone.add(gone[0])
                self.write({"kind": "left", "seat": gone[0]})
        takers = self.winners(seat, tile)
        if takers:
            return self.win(takers, seat, tile)
        if self.loose and self.chance(0.01):
            payer, payee = self.rng.sample(range(self.players), 2)
            points = self.rng.randint(1, 9)
            self.write({"kind": "adjusted", "from": payer, "to": payee, "points": points, "note": "a drink"})
            if self.over:
                return seat, False
        if self.wall:
            for other in self.in_order(seat):
                many = self.hands[other].count(tile)
                habit = self.seats[other]
                if many < 2 or (tile[1] == self.void(other) and not self.chance(habit.breaks_rules)):
                    continue
                wanted = tile[1] != self.dead_suit[other] or self.chance(0.1)
                if many == 3 and wanted and self.chance(habit.kongs):
                    return self.claim_kong(other, tile)
                if wanted and self.chance(habit.pongs):
                    for _ in range(2):
                        self.hands[other].remove(tile)
                    self.melds[other].append(("p", tile))
                    self.write({"kind": "ponged", "seat": other, "tile": tile})
                    self.claimed(other)
                    return other, False
        return self.after(seat), True

    def claimed(self, seat: int) -> None:
        if self.rules["passed_win_until"] == "claim":
            self.banned[seat].clear()
            self.bar[seat] = -1

    def claim_kong(self, seat: int, tile: str) -> tuple[int, bool]:
        for _ in range(3):
            self.hands[seat].remove(tile)
        self.melds[seat].append(("k", tile))
        self.write({"kind": "konged", "seat": seat, "how": "exposed", "tile": tile})
        self.claimed(seat)
        return seat, True

    def own_kong(self, seat: int, how: str, tile: str) -> tuple[int, bool]:
        if how == "concealed":
            for _ in range(4):
                self.hands[seat].remove(tile)
            self.melds[seat].append(("c", tile))
            self.write({"kind": "konged", "seat": seat, "how": how, "tile": tile})
            return seat, True
        self.hands[seat].remove(tile)
        self.melds[seat][self.melds[seat].index(("p", tile))] = ("a", tile)
        drawn = next(line for line in reversed(self.full) if line["kind"] == "drawn")
        self.show_draw(seat, drawn["tile"])
        self.write({"kind": "konged", "seat": seat, "how": how, "tile": tile})
        robbers = self.winners(seat, tile, robbing=True)
        if robbers:
            self.melds[seat][self.melds[seat].index(("a", tile))] = ("p", tile)
            return self.win(robbers, seat, tile)
        return seat, True

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

    # ---- wins --------------------------------------------------------------------------------------

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

    def order(self, start: int, seat: int) -> int:
        return (seat - start) % self.players

    def won_line(self, seats: list[int], hands: dict[str, str]) -> None:
        line: Line = {"kind": "won", "seats": seats}
        seen: Line = {"kind": "won", "seats": seats, "hands": hands}
        if self.chance(0.03):
            line["extra"] = seen["extra"] = [{"doublings": self.rng.randint(1, 2), "note": "by the house"}]
        if self.chance(0.3):
            line["hands"] = hands
        self.write(line, seen)

    def win(self, takers: list[int], seat: int, tile: str) -> tuple[int, bool]:
        real = [other for other in takers if self.may_win(other, tile)]
        hands = {str(other): show(self.hands[other], self.with_melds(other)) for other in takers}
        self.won_line(takers, hands)
        self.playing = [other for other in self.playing if other not in real]
        if self.finished(bool(real)):
            return seat, False
        if real:
            return self.after(real[-1]), True
        return self.after(seat), True

    def with_melds(self, seat: int) -> list[tuple[str, str]]:
        """Melds may be repeated in the hand's text."""
        return self.melds[seat] if self.chance(0.5) else []

    def self_draw(self, seat: int, fresh: str | None) -> tuple[int, bool]:
        tiles = list(self.hands[seat])
        if fresh is not None:
            tiles.remove(fresh)
            self.show_draw(seat, fresh)
            self.won_line([seat], {str(seat): show(tiles)})
        else:  # the dealer's fourteen, which no line of the table's view can tell
            self.write({"kind": "won", "seats": [seat]})
            dealt = next(line for line in self.full if line["kind"] == "dealt")
            self.seen.insert(1, dealt)
            self.place = [None if p is None else p + (p > 0) for p in self.place]
        self.playing = [other for other in self.playing if other != seat]
        if self.finished(True):
            return seat, False
        return self.after(seat), True

    def finished(self, real: bool) -> bool:
        if real and (len(self.playing) < 2 or self.rules["ending"] == "first_win"):
            self.over = True
        return self.over

    # ---- other ends --------------------------------------------------------------------------------

    def reveal(self, seats: list[int]) -> None:
        for seat in seats:
            line = {"kind": "revealed", "seat": seat, "hand": show(self.hands[seat], self.with_melds(seat))}
            self.write(line, hidden=False) if self.chance(0.2) else self.seen.append(line)

    def wall_empty(self) -> None:
        self.write({"kind": "wall_empty"})
        self.over = True
        self.reveal(list(self.playing))

    def leave(self, seat: int) -> None:
        self.write({"kind": "left", "seat": seat})
        self.over = True
        self.reveal([other for other in self.playing if other != seat])

    def false_win(self, seat: int) -> None:
        self.write({"kind": "false_win", "seat": seat})


def three_suits(table: Table, seat: int) -> bool:
    return len(suits_of(table.hands[seat], table.melds[seat])) == 3
