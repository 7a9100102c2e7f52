"""A seeded round: deals, plays and writes the record twice, complete and as somebody at the table sees it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.assistant.players.deals import Deal
from tests.assistant.players.habits import Habits
from tests.assistant.players.sitting import Line, Record, Sitting
from tests.assistant.second_pricer.hands import SUITS, show
from tests.assistant.second_pricer.rulebook import Rules


class Table(Sitting):
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
        super().__init__(rng, rules, loose=loose, rare=rare, chips=chips, seats=seats, deal=deal)
        self.start(preset, overrides or {}, chips)

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

    def self_draw(self, seat: int, fresh: str | None) -> tuple[int, bool]:
        tiles = list(self.hands[seat])
        if fresh is not None:
            tiles.remove(fresh)
            self.show_draw(seat, fresh)
            self.won_line([seat], {str(seat): show(tiles)})
        else:  # the dealer's fourteen, which no line of the table's view can tell
            self.write({"kind": "won", "seats": [seat]})
            dealt = {"kind": "dealt", "seat": seat, "hand": show(tiles)}  # as it is after an exchange
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
