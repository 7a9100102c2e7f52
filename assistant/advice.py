"""参谋: what a player's own hand waits for, what that pays, and what to throw, with the table seen.

Reasons are values; web words them. The state is the round as this player may know it (`visibility`): every
tile that is known in it but the own ones is visible elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from assistant import claims
from assistant.hands import Hand
from assistant.problems import CodedError
from assistant.readiness import claimed_waits, is_dead
from assistant.scoring import Score, discard_points, score, self_draw_points
from assistant.seats import Seat
from assistant.state import RoundState, Source, Status, WinMade, plus
from assistant.tiles import COPIES, TILES, Counts, Suit, Tile
from assistant.values import win_score
from assistant.void_suit import forbidden, is_pig
from assistant.waits import NEVER, discard_table, shanten, waits


class Because(StrEnum):
    """Why a discard is good or bad."""

    VOID_FIRST = "void_first"
    """定缺: a tile of the void suit goes first"""
    LEAVES_TWO_SUITS = "leaves_two_suits"
    """the last tile of a third suit 打缺"""
    READY = "ready"
    """leaves the hand ready 下叫"""
    KEEPS_PACE = "keeps_pace"
    """no other discard leaves the hand nearer to ready"""
    MOST_TILES = "most_tiles"
    """of those the most useful tiles are left"""
    DEAREST = "dearest"
    """of the ready ones the copies left are worth most by discard"""
    DEAD = "dead"
    """死叫: ready, but no copy of any wait is left"""
    FALLS_BACK = "falls_back"
    """takes the hand farther from ready"""
    KEEPS_VOID = "keeps_void"
    """定缺: a tile of the void suit stays in the hand, which is against the rules"""


class Caution(StrEnum):
    """What the player should look at."""

    PIG = "pig"
    """花猪 if the wall ended now: three suits, or the void suit, still in hand and melds"""
    VOID_HELD = "void_held"
    """定缺: tiles of the void suit still in hand"""
    VOID_MELDED = "void_melded"
    """a meld of the void suit: the hand cannot win"""
    DEAD = "dead"
    """死叫"""
    WRONG_SIZE = "wrong_size"
    """相公"""
    NOT_READY = "not_ready"
    """few tiles are left in the wall and the hand is not ready 未下叫"""
    MUST_WIN = "must_win"
    """最后四张必胡: a win may not be let go now"""


FEW_LEFT = 12
"""Tiles left in the wall below which a hand that is not ready is worth a word: three draws each."""


@dataclass(frozen=True, slots=True)
class WaitAdvice:
    """听: a kind that completes the hand; `left`: its copies that nobody shows or holds here."""

    tile: Tile
    left: int
    last_copy: bool
    """绝张 (a): one copy is left"""
    last_live: bool
    """绝张 (b): it would be the last of all tiles that can win, as the pattern asks"""
    score: Score
    """without circumstance"""
    discard: int
    """points from the discarder"""
    self_draw_each: int
    """points from each payer"""
    payers: int
    """how many would pay a self-draw now"""
    banned: bool
    """过手胡: such a win was let go, so that it may not be won off a discard until the ban is lifted"""


@dataclass(frozen=True, slots=True)
class DiscardAdvice:
    """A discard: what it leaves, and why it stands where it does."""

    tile: Tile
    shanten: int
    useful: tuple[tuple[Tile, int], ...]
    live: int
    waits: tuple[WaitAdvice, ...]
    """where it leaves the hand ready"""
    because: tuple[Because, ...]


@dataclass(frozen=True, slots=True)
class WinNow:
    """The win the player has at this moment, with its circumstance."""

    source: Source
    tile: Tile | None
    score: Score
    each: int
    """points from each who pays"""
    payers: tuple[Seat, ...]
    banned: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """参谋: all of it for one hand."""

    hand: Hand
    ready: bool
    shanten: int | None
    """None where the melds rule every win out, or the hand has a wrong size"""
    waits: tuple[WaitAdvice, ...]
    win: WinNow | None
    discards: tuple[DiscardAdvice, ...]
    """the best first"""
    warnings: tuple[Caution, ...]
    void: Suit | None
    """定缺 where it binds"""
    passed: tuple[Tile, ...]
    """wins let go that still bind"""
    seen: Counts
    """copies visible to the player outside the own hand and melds"""


class NoAdviceError(CodedError):
    """A hand that cannot be looked at."""


def advise(state: RoundState, seat: Seat, told: Hand | None = None) -> Advice:
    """The advice for the player of a seat who is still in. `told`: the concealed tiles they say they hold
    now, where the record does not know them.

    NoAdviceError where tiles are unknown, too many, or a fifth copy.
    """
    own = state.seats[seat]
    if told is not None:
        own = replace(own, known=told.counts, unseen=told.unseen)
        state = replace(state, seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]))
    if own.status is not Status.IN:
        raise NoAdviceError("not_in", "You play no more in this round: wait for the next one.")
    if own.unseen:
        raise NoAdviceError("hand_unknown", "The own hand is not known: photograph it or tap its tiles.")
    hand = own.hand
    seen = seen_elsewhere(state, seat)
    for tile in TILES:
        if hand.own[tile] + seen[tile] > COPIES:
            said = f"That would be a fifth {tile} {tile.chinese} on the table: check the hand."
            raise NoAdviceError("fifth_copy", said)
    return _advice(state, seat, hand, seen)


def seen_elsewhere(state: RoundState, seat: Seat) -> Counts:
    """Copies of each kind that the player sees outside the own hand and melds: discards, melds of others,
    hands that lie open (RULES 11.7).
    """
    own = state.seats[seat].hand.own
    return tuple(state.copies_seen(tile) - own[tile] for tile in TILES)


def _advice(state: RoundState, seat: Seat, hand: Hand, seen: Counts) -> Advice:
    own, rules = state.seats[seat], state.rules
    void = forbidden(own, rules)
    waiting: tuple[WaitAdvice, ...] = ()
    discards: tuple[DiscardAdvice, ...] = ()
    ready, distance = False, None
    if hand.surplus in (0, 1):
        found = shanten(hand, void)
        distance = None if found == NEVER else found
    if hand.surplus == 0:
        ready = bool(claimed_waits(hand, rules, void))
        waiting = _waits(state, seat, hand, seen)
    elif hand.surplus == 1:
        discards = _discards(state, seat, hand, seen)
        ready = any(one.shanten == 0 for one in discards)
    return Advice(
        hand=hand,
        ready=ready,
        shanten=distance,
        waits=waiting,
        win=_win_now(state, seat),
        discards=discards,
        warnings=tuple(_warnings(state, seat, hand, seen, ready)),
        void=void,
        passed=tuple(dict.fromkeys(ban.tile for ban in own.bans)),
        seen=seen,
    )


def _waits(state: RoundState, seat: Seat, hand: Hand, seen: Counts) -> tuple[WaitAdvice, ...]:
    rules = state.rules
    void = forbidden(state.seats[seat], rules)
    kinds = waits(hand, void)
    last = (
        all(not hand.counts[tile] for tile in kinds) and sum(_left(hand, seen, tile) for tile in kinds) == 1
    )
    found = []
    for tile in kinds:
        value = score(hand.with_tile(tile), rules)
        left = _left(hand, seen, tile)
        found.append(
            WaitAdvice(
                tile=tile,
                left=left,
                last_copy=left == 1,
                last_live=last and left == 1,
                score=value,
                discard=discard_points(value, rules),
                self_draw_each=self_draw_points(value, rules),
                payers=len(state.others_in(seat)),
                banned=_banned(state, seat, hand, tile),
            )
        )
    return tuple(found)


def _left(hand: Hand, seen: Counts, tile: Tile) -> int:
    return max(0, COPIES - hand.own[tile] - seen[tile])


def _banned(state: RoundState, seat: Seat, hand: Hand, tile: Tile) -> bool:
    """Whether a win let go rules out winning this kind off a discard."""
    others = state.others_in(seat)
    if not state.seats[seat].bans or not others:
        return False
    win = WinMade(
        event=-1,
        seat=seat,
        source=Source.DISCARD,
        tile=tile,
        giver=others[0],
        offer=None,
        others=others,
        hand=hand,
        whole=hand.with_tile(tile),
        chain=(),
        last_tile=False,
        deal=False,
        first_draw=False,
        first_discard=False,
        shown=state.shown,
        void=forbidden(state.seats[seat], state.rules),
    )
    return claims.is_banned(state, win)


def _win_now(state: RoundState, seat: Seat) -> WinNow | None:
    if claims.can_win(state, seat) is not True:
        return None
    win = claims.win_of(state, seat)
    if win is None or win.whole is None:
        return None
    value = win_score(win, state)
    alone = win.source is Source.SELF_DRAW
    return WinNow(
        source=win.source,
        tile=win.tile,
        score=value,
        each=(self_draw_points if alone else discard_points)(value, state.rules),
        payers=win.others if alone or win.giver is None else (win.giver,),
        banned=claims.is_banned(state, win),
    )


def _discards(state: RoundState, seat: Seat, hand: Hand, seen: Counts) -> tuple[DiscardAdvice, ...]:
    """Every kind held, the best first: void suit first where it binds, then nearest to ready, then what the
    copies left are worth (ready) or how many they are.
    """
    own, rules = state.seats[seat], state.rules
    void = forbidden(own, rules)
    rows = discard_table(hand, seen, void)
    holds_void = void is not None and any(tile.suit is void for tile in hand.tiles)
    nearest = min(row.shanten for row in rows)
    third = _lone_suits(hand)
    found = []
    for row in rows:
        rest = hand.with_tile(row.tile, -1)
        waiting = _waits(state, seat, rest, plus(seen, row.tile)) if row.shanten == 0 else ()
        because = []
        if holds_void:
            because.append(Because.VOID_FIRST if row.tile.suit is void else Because.KEEPS_VOID)
        if row.tile.suit in third:
            because.append(Because.LEAVES_TWO_SUITS)
        if row.shanten == 0:
            because.append(Because.READY)
            if is_dead(rest, plus(seen, row.tile), void):
                because.append(Because.DEAD)
        elif row.shanten == nearest:
            because.append(Because.KEEPS_PACE)
        if row.shanten > nearest:
            because.append(Because.FALLS_BACK)
        found.append(DiscardAdvice(row.tile, row.shanten, row.useful, row.live, waiting, tuple(because)))
    found.sort(key=_rank)
    allowed = [one for one in found if Because.KEEPS_VOID not in one.because] or found
    pace = [one for one in allowed if one.shanten == allowed[0].shanten]
    most = max(one.live for one in pace)
    worth = max(_worth(one) for one in pace)
    return tuple(
        replace(one, because=(*one.because, *_best(one, most, worth))) if one in pace else one
        for one in found
    )


def _best(one: DiscardAdvice, most: int, worth: int) -> tuple[Because, ...]:
    because = []
    if worth and _worth(one) == worth:
        because.append(Because.DEAREST)
    if most and one.live == most:
        because.append(Because.MOST_TILES)
    return tuple(because)


def _rank(one: DiscardAdvice) -> tuple[bool, int, int, int, Tile]:
    return Because.KEEPS_VOID in one.because, one.shanten, -_worth(one), -one.live, one.tile


def _worth(one: DiscardAdvice) -> int:
    """What the copies left are worth by discard, all together."""
    return sum(wait.left * wait.discard for wait in one.waits)


def _lone_suits(hand: Hand) -> frozenset[Suit]:
    """The suits of which one tile is left to part with, where three are held."""
    if len(hand.suits) < len(Suit):
        return frozenset()
    melded = {meld.tile.suit for meld in hand.melds}
    return frozenset(
        suit for suit in Suit if suit not in melded and sum(hand.counts[suit * 9 : suit * 9 + 9]) == 1
    )


def _warnings(state: RoundState, seat: Seat, hand: Hand, seen: Counts, ready: bool) -> list[Caution]:
    own, rules = state.seats[seat], state.rules
    void = forbidden(own, rules)
    found = []
    if hand.surplus not in (0, 1):
        found.append(Caution.WRONG_SIZE)
    if is_pig(own, hand, rules):
        found.append(Caution.PIG)
    if void is not None and any(tile.suit is void for tile in hand.tiles):
        found.append(Caution.VOID_HELD)
    if void is not None and any(meld.tile.suit is void for meld in hand.melds):
        found.append(Caution.VOID_MELDED)
    if ready and hand.surplus == 0 and is_dead(hand, seen, void):
        found.append(Caution.DEAD)
    if not ready and state.wall < FEW_LEFT:
        found.append(Caution.NOT_READY)
    if claims.must_win(state) and claims.can_win(state, seat):
        found.append(Caution.MUST_WIN)
    return found
