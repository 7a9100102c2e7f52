"""小结: what one round comes to for each of its people, as it is kept beside the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.events import RoundStarted
from assistant.round_view import RoundView
from assistant.seats import Seat
from assistant.settlement.ledger import Payment, Reason, WinBasis
from assistant.settlement.ready_hands import Standing, check_hand
from assistant.settlement.reckoning import net
from assistant.state import FalseWinMade, KongMade, RoundState, Source, WallEmptied, WinMade
from assistant.tally import BigHand, Tally, tally_of
from assistant.visibility import WINS, shown_payments

SIDE = "~"
"""Before the name of a fifth person 叫马, who has no id."""
KONGS = (
    Reason.KONG_CONCEALED,
    Reason.KONG_EXPOSED,
    Reason.KONG_ADDED,
    Reason.KONG_TRANSFER,
    Reason.KONG_REFUND,
)
"""刮风下雨: why kong income moves."""


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """One round: who played it, what it comes to, what is odd about it."""

    started: int
    """the record that starts it"""
    at: float
    """when it started, seconds of the epoch"""
    ended: float
    """when its last line was recorded"""
    events: int
    rules: str
    finished: bool
    people: tuple[str, ...]
    """by seat, the fifth person last"""
    names: tuple[str, ...]
    winners: tuple[Seat, ...]
    net: tuple[int, ...]
    """by the payments that the table can see"""
    missing: tuple[str, ...]
    """what must still be told"""
    broken: int
    """lines that do not fit"""
    tallies: tuple[Tally, ...]

    def form(self, stop: int) -> dict[str, Any]:
        """As JSON; `stop`: the record at which the next round, or whatever follows, begins."""
        return {
            "stop": stop,
            "started": self.started,
            "at": self.at,
            "ended": self.ended,
            "events": self.events,
            "rules": self.rules,
            "finished": self.finished,
            "people": list(self.people),
            "names": list(self.names),
            "winners": list(self.winners),
            "net": list(self.net),
            "missing": list(self.missing),
            "broken": self.broken,
            "tallies": [one.form() for one in self.tallies],
        }

    @property
    def penalties(self) -> tuple[int, ...]:
        """Points to nobody, by seat."""
        return tuple(one.penalty for one in self.tallies)


def summary_of(form: Mapping[str, Any]) -> RoundSummary:
    """The summary of a form."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in form.items()
    }
    del values["stop"]
    return RoundSummary(**{**values, "tallies": tuple(map(tally_of, form["tallies"]))})


def persons_of(one: RoundView) -> tuple[str, ...]:
    """Who sits where in a round: ids, or names where a round tells no ids."""
    started = one.lines[0].event
    assert isinstance(started, RoundStarted)
    return started.persons or one.folded.state.names


def parties(one: RoundView) -> tuple[str, ...]:
    """The people of a round's money: its seats, then the fifth person, by `~` and their name."""
    side = one.folded.state.side_name
    return (*persons_of(one), *(() if side is None else (SIDE + side,)))


def summarise(one: RoundView, at: float = 0.0, ended: float = 0.0) -> RoundSummary:
    """What a round comes to as far as it has gone; `at` and `ended` in seconds of the epoch."""
    state, settlement = one.folded.state, one.settlement
    people = parties(one)
    paid = shown_payments(settlement.payments, state)
    points = net(paid, len(people))
    started = one.lines[0]
    tallies = [
        _tally(one, seat, paid, points[seat], started.seq, at)
        if seat < state.players
        else _ups(Tally(rounds=1, net=points[seat]))
        for seat in range(len(people))
    ]
    return RoundSummary(
        started=started.seq,
        at=at,
        ended=ended,
        events=len(one.lines),
        rules=state.rules.name,
        finished=settlement.finished,
        people=people,
        names=(*state.names, *(() if state.side_name is None else (state.side_name,))),
        winners=settlement.winners,
        net=points,
        missing=settlement.missing,
        broken=len({line.seq for line, _ in one.broken}),
        tallies=tuple(tallies),
    )


def _ups(tally: Tally) -> Tally:
    """With what follows from the net alone."""
    return tally.plus(Tally(rounds_up=int(tally.net > 0), best=tally.net, worst=tally.net))


def _tally(
    one: RoundView, seat: Seat, paid: tuple[Payment, ...], points: int, started: int, at: float
) -> Tally:
    state = one.folded.state
    wins = [fact for fact in state.facts if isinstance(fact, WinMade) and fact.seat == seat]
    priced = [(win, its) for win in wins if (its := _paid_for(win, paid))]
    given = _given(state, seat, paid)
    standing = _standing(state, seat)
    big = None
    for win, its in priced:
        hand = _big_hand(win, its, started, at)
        big = hand if big is None or hand.multiple > big.multiple else big
    tally = Tally(
        rounds=1,
        deals=int(seat == 0),
        wins=len(wins),
        self_drawn=sum(win.source is Source.SELF_DRAW and not _given_away(win, paid) for win in wins),
        scored=len(priced),
        win_multiples=sum(_score(its).score.multiple for _, its in priced),
        win_points=sum(payment.points for _, its in priced for payment in its),
        dealt_in_rounds=int(bool(given)),
        dealt_in=len(given),
        dealt_in_points=_sum(paid, seat, WINS, payer=True, dealt_in=True),
        kongs=sum(isinstance(f, KongMade) and f.seat == seat and not f.robbed for f in state.facts),
        kong_net=_sum(paid, seat, KONGS) - _sum(paid, seat, KONGS, payer=True),
        checks=int(standing is not None),
        not_ready=int(standing is Standing.NOT_READY),
        not_ready_lost=_sum(paid, seat, (Reason.NOT_READY,), payer=True),
        not_ready_gained=_sum(paid, seat, (Reason.NOT_READY,)),
        pigs=int(standing is Standing.PIG),
        pig_lost=_sum(paid, seat, (Reason.PIG,), payer=True),
        false_wins=sum(isinstance(f, FalseWinMade) and f.seat == seat for f in state.facts),
        net=points,
        penalty=sum(fine.points for fine in one.settlement.penalties if fine.seat == seat),
        biggest=big,
    )
    return _ups(tally)


def _paid_for(win: WinMade, paid: tuple[Payment, ...]) -> list[Payment]:
    """What a win was paid."""
    return [one for one in paid if one.reason in WINS and one.event == win.event and one.payee == win.seat]


def _score(its: list[Payment]) -> WinBasis:
    basis = its[0].basis
    assert isinstance(basis, WinBasis)
    return basis


def _big_hand(win: WinMade, its: list[Payment], started: int, at: float) -> BigHand:
    score = _score(its).score
    known = win.hand if win.hand is not None else win.whole
    return BigHand(
        multiple=score.multiple,
        doublings=score.doublings,
        points=sum(payment.points for payment in its),
        how=win.source.value,
        hand="" if known is None else str(known),
        tile="?" if win.tile is None else str(win.tile),
        patterns=tuple((line.id.value, line.doublings) for line in score.lines),
        started=started,
        at=at,
    )


def _given_away(win: WinMade, paid: tuple[Payment, ...]) -> bool:
    """点杠花 that one alone pays, as if dealt in."""
    its = _paid_for(win, paid)
    return bool(its) and _score(its).point_kong


def _given(state: RoundState, seat: Seat, paid: tuple[Payment, ...]) -> set[int]:
    """The tiles this seat dealt in, by the event of each."""
    given: set[int] = set()
    for fact in state.facts:
        if not isinstance(fact, WinMade):
            continue
        if fact.giver == seat and fact.offer is not None:
            given.add(fact.offer)
        elif _given_away(fact, paid) and _paid_for(fact, paid)[0].payer == seat:
            given.add(fact.event)
    return given


def _standing(state: RoundState, seat: Seat) -> Standing | None:
    """What the check at an empty wall found of a seat; None where it was not checked, or not shown."""
    for fact in state.facts:
        if isinstance(fact, WallEmptied) and seat in state.playing:
            checked = check_hand(state, seat, fact.holder)
            return None if checked is None else checked.standing
    return None


def _sum(
    paid: tuple[Payment, ...],
    seat: Seat,
    reasons: tuple[Reason, ...],
    payer: bool = False,
    dealt_in: bool = False,
) -> int:
    """What a seat got, or paid, for these reasons; `dealt_in`: without what self-draws cost."""
    return sum(
        one.points
        for one in paid
        if one.reason in reasons
        and (one.payer if payer else one.payee) == seat
        and not (dealt_in and one.reason is Reason.WIN_SELF_DRAW)
    )
