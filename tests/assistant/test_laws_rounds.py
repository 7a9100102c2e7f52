"""Laws of a round on seeded legal rounds: nothing is lost, the record alone decides, names do not matter.

TANGZI_ROUNDS=20 plays twenty times as many rounds.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

from assistant.events import (
    Adjusted,
    Dealt,
    Exchanged,
    FalseWin,
    Left,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    Won,
)
from assistant.history.codec import decode, encode
from assistant.history.memory import MemoryHistory
from assistant.round import apply, begin, fold, legal_events, settle
from assistant.scoring import capped
from assistant.session import Session
from assistant.settlement.ledger import ReadyBasis, WinBasis
from assistant.state import Rank, RoundState
from assistant.tiles import COPIES, DECK
from tests.assistant.players.both import by_product
from tests.assistant.players.renamed import with_suits
from tests.assistant.players.rounds import Played, how_many, under_preset, under_random_rules
from tests.assistant.players.takes import tiles_on_the_table
from tests.assistant.second_pricer.rulebook import PRESETS
from web.presenters.settle import settlement_form

NOT_OFFERED = (RoundStarted, Dealt, Exchanged, SideBet, Revealed, Adjusted, Left, FalseWin)
"""What may come at any time, or before play: `legal_events` does not list it."""


def legal_rounds(many: int) -> list[Played]:
    """Rounds in which nobody breaks a rule: a third of the seeds is left to those who do."""
    seeds = [seed for seed in range(how_many(many) * 2) if seed % 3]
    found = [under_preset(seed, preset) for seed in seeds[: how_many(many) // 2] for preset in PRESETS]
    found += [under_random_rules(seed) for seed in seeds[: how_many(many)]]
    return [one for one in found if one.rules["void"] != "sticky"]  # the players do not heed that one


def events_of(one: Played, seen: bool) -> list[TableEvent]:
    return [decode(line) for line in (one.record.seen if seen else one.record.full)]


def start_of(events: list[TableEvent]) -> RoundStarted:
    start = events[0]
    assert isinstance(start, RoundStarted)
    return start


def copies_known(state: RoundState) -> list[int]:
    known = list(state.shown)
    for seat in state.seats:
        known = [a + b for a, b in zip(known, seat.known, strict=True)]
    return known


def test_every_event_keeps_108_tiles_and_breaks_nothing() -> None:
    for number, one in enumerate(legal_rounds(80)):
        events = events_of(one, seen=number % 2 == 1)
        state = begin(start_of(events))
        for event in events[1:]:
            state = apply(state, event)
            assert tiles_on_the_table(state) == DECK, (one.seed, event)
            swapping = isinstance(event, Exchanged)  # a tile may be told here before it is told gone there
            assert swapping or max(copies_known(state)) <= COPIES, (one.seed, event)
        folded = fold(events)
        assert folded.state == state
        assert not folded.faults, (one.seed, folded.faults)


def test_what_was_played_was_offered_and_what_is_offered_can_be_played() -> None:
    rng = Random(8)
    for number, one in enumerate(legal_rounds(8)):
        events = events_of(one, seen=number % 2 == 1)
        state = begin(start_of(events))
        for event in events[1:]:
            if not isinstance(event, NOT_OFFERED):
                offered = legal_events(state)
                bare = Won(event.seats) if isinstance(event, Won) else event
                assert bare in offered, (one.seed, event)
                for other in rng.sample(offered, min(2, len(offered))):
                    apply(state, other)
            state = apply(state, event)
        assert not legal_events(state)


def test_a_beginning_of_the_record_settles_to_the_beginning_of_the_money() -> None:
    rng = Random(9)
    for one in legal_rounds(12):
        if one.rules["chips_out"] == "leaves" and "chips" in one.record.full[0]:
            continue  # whom a payment leaves without chips is told by the payments of the same event
        events = events_of(one, seen=False)
        _, whole = settle(events)
        for _ in range(4):
            cut = rng.randint(1, len(events))
            state, part = settle(events[:cut])
            assert state.state == fold(events[:cut]).state
            assert sum(part.net) == 0
            assert part.payments == whole.payments[: len(part.payments)], (one.seed, cut)
            assert all(payment.at >= cut - 1 for payment in whole.payments[len(part.payments) :])


def test_other_suits_move_the_same_money() -> None:
    for number, one in enumerate(legal_rounds(12)):
        lines = one.record.full if number % 2 else one.record.seen
        if one.rules["side_bet"]:
            continue  # which suit the bettor's tile has does not matter, but its line is told at the end
        money = by_product(lines)
        suits = ["".join(order) for order in permutations("mps")]
        for order in suits[1:]:
            assert by_product(with_suits(lines, order)) == money, (one.seed, order)


def test_other_names_get_the_same_money() -> None:
    for one in legal_rounds(8):
        events = events_of(one, seen=False)
        start = start_of(events)
        names = start.names[1:] + start.names[:1]
        turned = RoundStarted(start.rules, start.overrides, names, start.wall, start.chips)
        state, before = settle(events)
        other, after = settle([turned, *events[1:]])
        assert (before.payments, before.net) == (after.payments, after.net)
        assert other.state.names == names
        assert other.state.seats == state.state.seats


def test_events_survive_the_codec() -> None:
    for number, one in enumerate(legal_rounds(40)):
        lines = one.record.full if number % 2 else one.record.seen
        for line in lines:
            event = decode(line)
            assert decode(encode(event)) == event
            assert encode(decode(encode(event))) == encode(event)


def test_a_retraction_retracted_changes_nothing() -> None:
    rng = Random(10)
    for one in legal_rounds(2)[:3]:
        session = Session(MemoryHistory(), "table", clock=lambda: 0.0)
        for event in events_of(one, seen=False):
            assert session.record(event).recorded, event
        before = session.view()
        for _ in range(2):
            seq = rng.randint(1, len(before.rounds[0].lines) - 1)
            assert session.retract(seq).recorded
            taken_back = session.records()[-1].seq
            assert [line.seq for line in session.view().rounds[0].lines] != [
                line.seq for line in before.rounds[0].lines
            ]
            assert session.retract(taken_back).recorded
            assert session.view().rounds == before.rounds


def test_totals_are_what_the_lines_say() -> None:
    for one in legal_rounds(80):
        folded, settled = settle(events_of(one, seen=False))
        rules = folded.state.rules
        assert not [fault for _, fault in folded.faults if fault.rank is Rank.IMPOSSIBLE]
        net = [0] * len(settled.net)
        form = settlement_form(folded, settled)
        for payment, told in zip(settled.payments, form["payments"], strict=True):
            net[payment.payer] -= payment.points
            net[payment.payee] += payment.points
            assert payment.points > 0
            assert str(payment.points) in told["why"]["zh"], told
            assert str(payment.points) in told["why"]["en"], told
            if isinstance(payment.basis, WinBasis | ReadyBasis) and payment.reason.value != "pig":
                score, adds = payment.basis.score, payment.basis.adds
                doublings = sum(line.doublings for line in score.lines)
                assert doublings == score.doublings
                doublings += adds is not None and adds.value == "doubling"
                bases = 2 ** capped(doublings, rules) + (adds is not None and adds.value == "base")
                assert payment.points == bases * rules.base, told
        assert net == list(settled.net)
        assert sum(net) == 0
