"""The seeded players are worth their name: every reason to pay and every way to win comes up, and the money
of a round does not depend on how much of it was seen.
"""

from __future__ import annotations

from collections import Counter

from tests.assistant.players.rounds import Played, how_many, under_preset, under_random_rules
from tests.assistant.second_pricer.ledger import Result
from tests.assistant.second_pricer.money import Round, price
from tests.assistant.second_pricer.rulebook import PRESETS

REASONS = {
    "win_discard",
    "win_self_draw",
    "win_robbed_kong",
    "kong_concealed",
    "kong_exposed",
    "kong_added",
    "kong_transfer",
    "kong_refund",
    "pig",
    "not_ready",
    "left_early",
    "side_bet",
    "false_win",
    "chips",
    "adjusted",
}
ENDS = {"won", "empty", "left", "chips"}


def played(many: int) -> list[Played]:
    rounds = [under_random_rules(seed) for seed in range(how_many(many))]
    for preset in PRESETS:
        rounds += [under_preset(seed, preset) for seed in range(how_many(many) // 5)]
    return rounds


def moved(result: Result, place: list[int | None] | None) -> list[tuple[object, ...]]:
    """The payments, their events renumbered as in the other record."""
    return sorted(
        (one.payer, one.payee, one.points, one.reason, one.event if place is None else place[one.event])
        for one in result.payments
    )


def test_a_round_settles_the_same_however_much_was_seen() -> None:
    for one in played(240):
        if one.rules["void"] == "sticky":
            continue  # who kept a tile of the void suit in mid-hand is not to be seen from outside
        full, seen = price(one.record.full, one.rules), price(one.record.seen, one.rules)
        assert moved(full, one.record.place) == moved(seen, None), one
        assert (full.net, full.penalties, full.winners) == (seen.net, seen.penalties, seen.winners), one
        assert (full.next_dealer, full.finished) == (seen.next_dealer, seen.finished), one
        assert sum(full.net) == 0
        assert full.finished


def test_every_reason_to_pay_and_every_end_comes_up() -> None:
    reasons: Counter[str] = Counter()
    ends: Counter[str | None] = Counter()
    winners: Counter[int] = Counter()
    for one in played(480):
        table = Round(one.record.full, one.rules)
        reasons.update(payment.reason for payment in table.payments)
        ends[table.ended] += 1
        winners.update(len(line["seats"]) for line in one.record.full if line["kind"] == "won")
    assert set(reasons) == REASONS
    assert set(ends) == ENDS
    assert min(reasons.values()) > 3, reasons
    assert winners[2] > 10
    assert winners[3] > 0
