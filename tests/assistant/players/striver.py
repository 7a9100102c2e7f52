"""A seeded player that plays to win: throws its weakest suit first, keeps near to ready with many useful
tiles, claims what helps, and errs now and then. Each seat has a temper of its own.

It decides with the tables of the product (`assistant.many_hands`), which other tests hold against plain
search; nothing of `assistant.inference` is known here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import numpy as np

from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    How,
    Konged,
    Passed,
    Ponged,
    RoundStarted,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.hands import Hand
from assistant.many_hands import SUIT_OF, WORTH_OF, Codes, Frame, many_hands
from assistant.rule_words import Void
from assistant.rules import load
from assistant.tiles import COPIES, DECK, KINDS, TILES, Suit, count


@dataclass(frozen=True)
class Temper:
    """How a player chooses; chances are 0..1."""

    pace: float = 6.0
    """what a step of shanten weighs"""
    width: float = 0.12
    """what a useful copy weighs"""
    weak_first: float = 2.0
    """what throwing a tile of the weakest suit weighs"""
    shape: float = 0.25
    """what a neighbour or a twin in hand weighs for keeping a tile"""
    one_suit: float = 0.0
    """what throwing outside the longest suit weighs 清一色"""
    fear: float = 0.0
    """what a kind that others have thrown weighs late in the round"""
    noise: float = 0.7
    """how freely it strays from what it likes best"""
    pongs: float = 0.7
    kongs: float = 0.9
    wins: float = 0.98


def temper(rng: Random) -> Temper:
    """A player drawn at random: quick ones, careful ones, lovers of one suit, beginners."""
    return Temper(
        pace=rng.uniform(3.0, 8.0),
        width=rng.uniform(0.05, 0.25),
        weak_first=rng.uniform(0.5, 3.0),
        shape=rng.uniform(0.1, 0.5),
        one_suit=rng.choice((0.0, 0.0, 0.0, 1.5)),
        fear=rng.choice((0.0, 0.0, 0.6)),
        noise=rng.choice((0.3, 0.6, 1.0, 1.8)),
        pongs=rng.choice((0.4, 0.7, 0.95)),
        kongs=rng.choice((0.7, 0.95)),
        wins=rng.choice((0.95, 1.0, 1.0)),
    )


@dataclass
class Player:
    """One seat at the table."""

    counts: list[int]
    temper: Temper
    void: Suit | None = None
    """declared"""
    melds: list[int] = field(default_factory=list)
    playing: bool = True
    waits: int = 0
    passed: int = 0
    """kinds let go until the next draw"""

    @property
    def frame(self) -> Frame:
        return Frame(len(self.melds), frozenset(Suit(kind // 9) for kind in self.melds), self.void)

    @property
    def codes(self) -> Codes:
        worth: Codes = (np.array(self.counts, np.int32) * WORTH_OF).reshape(3, 9).sum(1, np.int32)
        return worth

    def settle(self) -> None:
        """Note what the hand waits for now."""
        self.waits = int(many_hands().waits(self.codes, self.frame))

    def shanten(self) -> int:
        return int(many_hands().shanten(self.codes, self.frame))


class Striving:
    """A round of such players. `play` gives its events with every tile told. `overrides`: rule keys, dotted,
    beside the number of players."""

    def __init__(
        self,
        rng: Random,
        preset: str = "chengdu",
        players: int = 4,
        tempers: list[Temper] | None = None,
        overrides: Mapping[str, object] | None = None,
    ) -> None:
        self.rng = rng
        house = {"players": players, **(overrides or {})}
        self.rules = load(preset, house)
        deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
        rng.shuffle(deck)
        self.wall = deck[13 * players :]
        self.players = [
            Player(list(count(TILES[kind] for kind in deck[13 * seat : 13 * seat + 13])), mood)
            for seat, mood in enumerate(tempers or [temper(rng) for _ in range(players)])
        ]
        self.out = [0] * KINDS
        """face up on the table"""
        self.events: list[TableEvent] = [
            RoundStarted(preset, tuple(house.items()), tuple("ABCD"[:players]), wall=len(self.wall))
        ]
        for seat, one in enumerate(self.players):
            self.events.append(Dealt(seat, Hand(tuple(one.counts))))
        if self.rules.exchange_three:
            self.exchange()
        if self.rules.void is Void.DECLARED:
            for seat, one in enumerate(self.players):
                one.void = self.weakest(one)
                self.events.append(VoidChosen(seat, one.void))
        for one in self.players:
            one.settle()

    def exchange(self) -> None:
        """换三张: each gives three of its shortest suit that has so many, all the same way round."""
        gifts = []
        for one in self.players:
            held = {
                suit: [k for k in range(9 * suit, 9 * suit + 9) for _ in range(one.counts[k])]
                for suit in Suit
            }
            short = min((suit for suit in Suit if len(held[suit]) >= 3), key=lambda suit: len(held[suit]))
            gifts.append(sorted(self.rng.sample(held[short], 3)))
        way = self.rng.randrange(1, len(self.players))
        for seat, one in enumerate(self.players):
            gave, got = gifts[seat], gifts[(seat + way) % len(self.players)]
            for kind, other in zip(gave, got, strict=True):
                one.counts[kind] -= 1
                one.counts[other] += 1
            self.events.append(
                Exchanged(seat, tuple(TILES[kind] for kind in gave), tuple(TILES[kind] for kind in got))
            )

    def weakest(self, one: Player) -> Suit:
        """The suit with the fewest tiles, of equal ones that with the fewest neighbours."""

        def strength(suit: Suit) -> float:
            held = one.counts[9 * suit : 9 * suit + 9]
            near = sum(min(a, b) for a, b in pairwise(held))
            twins = sum(many > 1 for many in held)
            return sum(held) + 0.3 * near + 0.4 * twins

        melded = {kind // 9 for kind in one.melds}
        return min((suit for suit in Suit if suit not in melded), key=strength, default=Suit.M)

    def play(self) -> list[TableEvent]:
        seat, draws = 0, True
        while seat >= 0:
            seat, draws = self.turn(seat, draws)
        return self.events

    def order(self, seat: int) -> list[int]:
        many = len(self.players)
        ahead = [(seat + step) % many for step in range(1, many)]
        return [other for other in ahead if self.players[other].playing]

    def next(self, seat: int) -> int:
        """The next seat that plays, -1 where the round is over."""
        if sum(one.playing for one in self.players) < 2:
            return -1
        return self.order(seat)[0]

    def turn(self, seat: int, draws: bool) -> tuple[int, bool]:
        one = self.players[seat]
        fresh = None
        if draws:
            if not self.wall:
                self.events.append(WallEmpty())
                return -1, False
            fresh = self.wall.pop()
            self.events.append(Drawn(seat, TILES[fresh]))
            one.passed = 0
            won = one.waits >> fresh & 1
            one.counts[fresh] += 1
            if won:
                self.events.append(Won((seat,), ((seat, self.shown(one, fresh)),)))
                one.playing = False
                return self.next(seat), True
            again = self.own_kong(seat, fresh)
            if again is not None:
                return again
        kind = self.choose(one)
        one.counts[kind] -= 1
        self.out[kind] += 1
        self.events.append(Discarded(seat, TILES[kind]))
        one.settle()
        return self.offered(seat, kind)

    def shown(self, one: Player, fresh: int | None) -> Hand:
        held = list(one.counts)
        if fresh is not None:
            held[fresh] -= 1
        return Hand(tuple(held))

    def takers(self, seat: int, kind: int) -> list[int]:
        """Who wins on a tile; those who let it go say so."""
        winners = []
        for other in self.order(seat):
            one = self.players[other]
            if not one.waits >> kind & 1 or one.passed >> kind & 1:
                continue
            if self.rng.random() < one.temper.wins:
                winners.append(other)
            else:
                one.passed |= 1 << kind
                self.events.append(Passed(other))
        return winners

    def win(self, winners: list[int], seat: int) -> tuple[int, bool]:
        hands = tuple((other, self.shown(self.players[other], None)) for other in winners)
        self.events.append(Won(tuple(winners), hands))
        for other in winners:
            self.players[other].playing = False
        return self.next(winners[-1]), True

    def offered(self, seat: int, kind: int) -> tuple[int, bool]:
        winners = self.takers(seat, kind)
        if winners:
            return self.win(winners, seat)
        if self.wall:
            for other in self.order(seat):
                one = self.players[other]
                if one.counts[kind] >= 2 and Suit(kind // 9) is not one.void:
                    claimed = self.claim(other, kind)
                    if claimed is not None:
                        return claimed
        return self.next(seat), True

    def claim(self, seat: int, kind: int) -> tuple[int, bool] | None:
        one = self.players[seat]
        before = one.shanten()
        if one.counts[kind] == 3 and self.rng.random() < one.temper.kongs:
            after = self.after(one, kind, 3)
            if after.shanten() <= before:
                self.lay(one, kind, 3)
                self.out[kind] = COPIES
                self.events.append(Konged(seat, How.EXPOSED, TILES[kind]))
                one.settle()
                return seat, True
        after = self.after(one, kind, 2)
        rest = after.shanten()  # of 14 tiles less three a meld: the best discard is counted in
        eager = one.temper.pongs * (1.0 if rest < before else 0.35 if rest == before else 0.0)
        if self.rng.random() < eager:
            self.lay(one, kind, 2)
            self.out[kind] += 2
            self.events.append(Ponged(seat, TILES[kind]))
            return seat, False
        return None

    def after(self, one: Player, kind: int, many: int) -> Player:
        new = Player(list(one.counts), one.temper, one.void, [*one.melds, kind])
        new.counts[kind] -= many
        return new

    def lay(self, one: Player, kind: int, many: int) -> None:
        one.counts[kind] -= many
        one.melds.append(kind)

    def own_kong(self, seat: int, fresh: int) -> tuple[int, bool] | None:
        one = self.players[seat]
        if not self.wall:
            return None
        before = one.shanten()
        for kind in range(KINDS):
            if one.void is not None and kind // 9 == one.void:
                continue
            if one.counts[kind] == COPIES and self.rng.random() < one.temper.kongs:
                if self.after(one, kind, COPIES).shanten() > before:
                    continue
                self.lay(one, kind, COPIES)
                self.out[kind] = COPIES
                self.events.append(Konged(seat, How.CONCEALED, TILES[kind]))
                one.settle()
                return seat, True
        if fresh in one.melds and one.counts[fresh] == 1 and self.rng.random() < one.temper.kongs:
            one.counts[fresh] = 0
            self.events.append(Konged(seat, How.ADDED, TILES[fresh]))
            robbers = self.takers(seat, fresh)
            if robbers:
                one.settle()
                return self.win(robbers, seat)
            self.out[fresh] = COPIES
            one.settle()
            return seat, True
        return None

    def choose(self, one: Player) -> int:
        """The kind to throw, drawn by how much each is liked."""
        held = [kind for kind in range(KINDS) if one.counts[kind]]
        if one.void is not None:
            held = [kind for kind in held if kind // 9 == one.void] or held
        hands, mood = many_hands(), one.temper
        codes = np.repeat(one.codes[None], len(held), 0)
        codes[np.arange(len(held)), SUIT_OF[held]] -= WORTH_OF[held]
        distances = hands.with_one_more(codes, one.frame).astype(int)
        shanten = hands.shanten(codes, one.frame).astype(int)
        left = np.array([COPIES - mine - out for mine, out in zip(one.counts, self.out, strict=True)])
        live = ((distances == shanten[:, None]) * left.clip(0)).sum(1)
        dead = self.weakest(one)
        suits = [sum(one.counts[9 * s : 9 * s + 9]) + 3 * sum(k // 9 == s for k in one.melds) for s in Suit]
        longest = suits.index(max(suits))
        late = 1 - len(self.wall) / (DECK - 13 * len(self.players))
        likes = []
        for place, kind in enumerate(held):
            near = sum(
                one.counts[kind + step] > 0
                for step in (-2, -1, 1, 2)
                if 0 <= kind + step < KINDS and (kind + step) // 9 == kind // 9
            )
            like = -mood.pace * shanten[place] + mood.width * min(live[place], 30)
            like -= mood.shape * (near + 2 * (one.counts[kind] - 1))
            like += mood.weak_first * (kind // 9 == dead)
            like += mood.one_suit * (kind // 9 != longest)
            like += mood.fear * late * self.out[kind]
            likes.append(like / mood.noise)
        best = max(likes)
        return self.rng.choices(held, [math.exp(like - best) for like in likes])[0]


def striving(seed: int, preset: str = "chengdu", players: int = 4) -> list[TableEvent]:
    """The round of that number, every tile told."""
    return Striving(Random(f"striving {preset} {players} {seed}"), preset, players).play()
