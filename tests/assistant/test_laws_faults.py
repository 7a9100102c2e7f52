"""Two referees agree on who took a win let go before, 过手胡 顺和, and who must win, 最后四张必胡.

TANGZI_ROUNDS=20 plays twenty times as many rounds.
"""

from __future__ import annotations

from collections import Counter

from assistant.history.codec import decode
from assistant.round import fold
from tests.assistant.players.rounds import by_the_careless, how_many
from tests.assistant.second_pricer.referee import faults_of

CODES = {"passed_win", "must_win"}


def test_wins_let_go_are_judged_alike() -> None:
    seen: Counter[str] = Counter()
    for seed in range(how_many(150)):
        one = by_the_careless(seed)
        faults = fold(decode(line) for line in one.record.full).faults
        found = {(event, fault.code) for event, fault in faults if fault.code in CODES}
        assert found == faults_of(one.record.full, one.rules), (seed, one.preset, one.overrides)
        seen.update(code for _, code in found)
    assert set(seen) == CODES
