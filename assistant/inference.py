"""推测: what the hidden hands may hold, as odds: who is ready 听牌, what a discard risks 点炮, where the
copies that nobody sees are.

Everything is reckoned from the round as one player may know it (`assistant.visibility`): the own hand, what
lies open, what was done. It is a mean over sampled deals (`assistant.hidden_hands`); the same seed gives the
same odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.clues import Clues, clues
from assistant.events import TableEvent
from assistant.hands import Hand
from assistant.hidden_hands import Deals, Effort, Hands, deals
from assistant.many_hands import many_hands
from assistant.problems import CodedError
from assistant.rules import RuleSet
from assistant.scoring import discard_points, score
from assistant.seats import Seat
from assistant.state import Fault, RoundState, Status
from assistant.tiles import COPIES, KINDS, TILES, Tile

PRICED = 12
"""Ready hands of a seat whose wins are priced, at most."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """One hidden hand: the chance 0..1 that it is ready now."""

    seat: Seat
    ready: float


@dataclass(frozen=True, slots=True)
class KindOdds:
    """One kind of tile: what throwing one risks, and where its copies that nobody sees are."""

    tile: Tile
    left: int
    """copies that the player neither holds nor sees"""
    risk: float
    """the chance 0..1 that somebody wins on it"""
    cost: float
    """points it is expected to cost"""
    risks: tuple[tuple[Seat, float], ...]
    """the chance seat by seat"""
    wall: float
    """how many of those left are expected in the wall"""
    hands: tuple[tuple[Seat, float], ...]
    """and in each hidden hand"""


@dataclass(frozen=True, slots=True)
class Odds:
    """推测: all of it, for one player at one moment."""

    seats: tuple[SeatOdds, ...]
    """hidden hands of those still in, the own one not among them"""
    kinds: tuple[KindOdds, ...]
    """in tile order: those the player holds or has not seen four of"""


class NoOddsError(CodedError):
    """A moment that gives no odds."""


def infer(
    state: RoundState,
    events: Sequence[TableEvent | Fault],
    seat: Seat | None,
    seed: int,
    told: Hand | None = None,
    effort: Effort = Effort(),  # noqa: B008  # frozen
) -> Odds:
    """The odds for the player of a seat, or for somebody who sees no hand (None).

    `state` and `events`: the round as they may know it. `told`: the concealed tiles the player says they
    hold, where the record does not know them; not known at all, the own hand is as hidden as the others.
    NoOddsError where the round is over, or the tiles do not add up.
    """
    if state.finished:
        raise NoOddsError("round_over", "The hand is over: odds come while it is played.")
    if seat is not None and told is not None:
        own = replace(state.seats[seat], known=told.counts, unseen=told.unseen)
        state = replace(state, seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]))
    unseen = tuple(state.copies_free(tile) for tile in TILES)
    if min(unseen) < 0:
        tile = TILES[unseen.index(min(unseen))]
        said = f"That would be a fifth {tile} {tile.chinese} on the table: check the hand."
        raise NoOddsError("fifth_copy", said)
    hidden = clues(state, events)
    try:
        sampled = deals(hidden, unseen, np.random.default_rng(seed), effort)
    except ValueError as error:
        raise NoOddsError("tiles_missing", f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    return odds_of(state, sampled, unseen, seat)


def odds_of(state: RoundState, sampled: Deals, unseen: Sequence[int], seat: Seat | None) -> Odds:
    """The odds that sampled deals come to."""
    rivals = [one for one in sampled.hands if one.clues.status is Status.IN and one.clues.seat != seat]
    risks = {one.clues.seat: _risks(one, sampled.weights) for one in rivals}
    costs = {one.clues.seat: _prices(one, sampled.weights, state) for one in rivals}
    wall, places = _places(sampled)
    held = (0,) * KINDS if seat is None else state.seats[seat].known
    kinds = []
    for tile in TILES:
        if not unseen[tile] and not held[tile]:
            continue
        by_seat = tuple((who, float(risk[tile])) for who, risk in risks.items())
        safe = float(np.prod([1 - risk for _, risk in by_seat]))
        kinds.append(
            KindOdds(
                tile=tile,
                left=unseen[tile],
                risk=1 - safe,
                cost=sum(risk * float(costs[who][tile]) for who, risk in by_seat),
                risks=by_seat,
                wall=float(wall[tile]),
                hands=tuple((who, float(copies[tile])) for who, copies in places.items()),
            )
        )
    seats = tuple(SeatOdds(one.clues.seat, _ready(one, sampled.weights)) for one in rivals)
    return Odds(seats, tuple(kinds))


def _ready(hands: Hands, weights: Numbers) -> float:
    """The chance that a seat is ready; of 14 tiles after a claim, that a discard leaves it so."""
    near = many_hands().shanten(hands.codes, hands.clues.frame)
    return float(weights[near <= 0].sum())


def _risks(hands: Hands, weights: Numbers) -> Numbers:
    """For each kind the chance that a seat waits for it."""
    bits = hands.waits[:, None] >> np.arange(KINDS, dtype=np.uint32) & np.uint32(1)
    risks: Numbers = weights @ bits
    return risks


def _prices(hands: Hands, weights: Numbers, state: RoundState) -> Numbers:
    """For each kind the points it would cost where it is won on: the mean over some sampled ready hands, that
    of all their waits where none of them waits for it."""
    total, weight = np.zeros(KINDS), np.zeros(KINDS)
    melds = state.seats[hands.clues.seat].melds
    ready = np.flatnonzero(hands.waits)
    for at in ready[:: max(1, len(ready) // PRICED)][:PRICED]:
        hand = Hand(tuple(hands.counts[at].tolist()), 0, melds)
        own, mask = hand.own, int(hands.waits[at])
        for tile in TILES:
            if mask >> tile & 1 and own[tile] < COPIES:
                total[tile] += weights[at] * _points(hand, tile, state.rules)
                weight[tile] += weights[at]
    mean = total.sum() / weight.sum() if weight.any() else 0.0
    prices: Numbers = np.where(weight > 0, total / np.maximum(weight, 1e-300), mean)
    return prices


def _points(hand: Hand, tile: Tile, rules: RuleSet) -> int:
    return discard_points(score(hand.with_tile(tile), rules), rules)


def _places(sampled: Deals) -> tuple[Numbers, dict[Seat, Numbers]]:
    """How many copies of each kind are expected in the wall, and in each hidden hand. A tile just drawn is
    as likely any of those no hand holds; the side bet's counts to the wall, which it was taken from."""
    free = sampled.weights @ sampled.free
    many = max(float(free.sum()), 1.0)
    places = {}
    for hands in sampled.hands:
        one: Clues = hands.clues
        places[one.seat] = sampled.weights @ (hands.counts - np.array(one.known)) + free * one.drawn / many
    drawn = sum(hands.clues.drawn for hands in sampled.hands)
    return free * (1 - drawn / many), places
