"""Odds of hidden hands: they fit what is seen, are sure where all is known, and beat a uniform guess."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.clues import clues
from assistant.events import Discarded, Drawn, Ponged, RoundStarted, TableEvent, WallEmpty, Won
from assistant.hands import Hand
from assistant.hidden_hands import Effort, deals
from assistant.inference import NoOddsError, infer
from assistant.melds import Meld, MeldKind
from assistant.notation import parse_hand, parse_tiles
from assistant.round import fold
from assistant.state import NO_TILES, RoundState
from assistant.tiles import COPIES, TILES, Suit, Tile, count
from assistant.void_suit import forbidden
from assistant.waits import waits
from tests.assistant.players.striver import striving
from tests.assistant.players.views import View, view, views
from tests.benchmarks.inference import QUESTIONS, asked

SMALL = Effort(deals=40, before=2, kept=2)
LARGE = Effort(deals=600, before=4, kept=4)
TABLES = (("chengdu", 4), ("sbr-2025", 4), ("chengdu", 3))


def unseen(state: RoundState) -> tuple[int, ...]:
    return tuple(state.copies_free(tile) for tile in TILES)


def moments(rounds: int) -> list[View]:
    return [
        one for seed in range(rounds) for preset, players in TABLES for one in views(seed, preset, players)
    ]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_deal_fits_what_is_seen(preset: str, players: int) -> None:
    for seed in range(6):
        for one in views(seed, preset, players):
            hidden, free = clues(one.state, one.events), unseen(one.state)
            sampled = deals(hidden, free, np.random.default_rng(seed), SMALL)
            total = sampled.free.astype(int)
            for hands in sampled.hands:
                assert (hands.counts.sum(1) == hands.clues.unseen + sum(hands.clues.known)).all()
                assert (hands.counts >= 0).all()
                total = total + hands.counts - np.array(hands.clues.known)
            assert (sampled.free >= 0).all()
            assert (total == np.array(free)).all(), "each unseen tile lies somewhere, once"
            assert sampled.weights.sum() == pytest.approx(1)


def test_a_void_suit_that_is_gone_stays_gone() -> None:
    looked = 0
    for seed in range(8):
        for one in views(seed, "sbr-2025"):
            sampled = deals(clues(one.state, one.events), unseen(one.state), np.random.default_rng(1), SMALL)
            for hands in sampled.hands:
                void = hands.clues.frame.void
                assert void is not None
                if hands.clues.cleared:
                    held = hands.counts[:, 9 * void : 9 * void + 9].sum(1)
                    assert (held > 0).mean() < 0.02
                    assert not one.truth[hands.clues.seat][9 * void : 9 * void + 9].count(1)
                    looked += 1
    assert looked > 20


def last_turn(preset: str, players: int, seed: int) -> list[TableEvent]:
    """A round that ends with an empty wall, before that is said."""
    events = striving(seed, preset, players)
    return events[:-1] if isinstance(events[-1], WallEmpty) else []


@pytest.mark.parametrize(("preset", "players"), TABLES[:2])
def test_where_everything_is_known_the_odds_are_facts(preset: str, players: int) -> None:
    looked = 0
    for seed in range(12):
        events = last_turn(preset, players, seed)
        if not events:
            continue
        full = fold(events).state
        for hidden in full.playing:
            own = full.seats[hidden]
            seats = list(full.seats)
            seats[hidden] = replace(own, known=NO_TILES, unseen=own.size)
            state = replace(full, seats=tuple(seats))
            watcher = next(seat for seat in full.playing if seat != hidden)
            odds = infer(state, events, watcher, seed, effort=SMALL)
            waiting = waits(own.hand, forbidden(own, full.rules))
            assert {one.seat: one.ready for one in odds.seats}[hidden] == pytest.approx(float(bool(waiting)))
            for kind in odds.kinds:
                assert dict(kind.risks)[hidden] == pytest.approx(float(kind.tile in waiting))
                assert dict(kind.hands).get(hidden, 0.0) == pytest.approx(own.known[kind.tile])
                assert kind.wall == pytest.approx(0)
            looked += 1
    assert looked >= 6


def test_better_than_a_uniform_guess() -> None:
    """Fixed seeds, so that the numbers are always the same."""
    model, plain, _ = asked(moments(7))
    for name in QUESTIONS:
        assert model[name].loss() < plain[name].loss(), name
    for name in QUESTIONS[:3]:
        one = model[name]
        rate = sum(one.so) / len(one.so)
        assert one.loss() < one.loss(rate), f"{name}: a constant knows as much"
        assert 0.5 < sum(one.told) / len(one.told) / rate < 1.6, name


def test_the_same_seed_gives_the_same_odds() -> None:
    one = next(views(3))
    first, second = (infer(one.state, one.events, one.seat, 5) for _ in range(2))
    assert first == second
    other = infer(one.state, one.events, one.seat, 6)
    assert other != first
    for mine, theirs in zip(first.seats, other.seats, strict=True):
        assert mine.ready == pytest.approx(theirs.ready, abs=0.2)


def moved(events: tuple[object, ...], many: int, step: int) -> list[object]:
    """The events with every seat so many places on."""
    found: list[object] = []
    for event in events:
        seat = getattr(event, "seat", None)
        if isinstance(event, Won):
            seats = tuple((one + step) % many for one in event.seats)
            hands = tuple(((one + step) % many, hand) for one, hand in event.hands)
            found.append(replace(event, seats=seats, hands=hands))
        else:
            found.append(event if seat is None else replace(event, seat=(seat + step) % many))  # type: ignore[type-var]
    return found


@pytest.mark.parametrize("step", [1, 2, 3])
def test_who_sits_where_makes_no_difference(step: int) -> None:
    one = next(views(11))
    many = one.state.players
    seats = tuple(one.state.seats[(seat - step) % many] for seat in range(many))
    state = replace(one.state, seats=seats, turn=(one.state.turn + step) % many)
    events = moved(one.events, many, step)
    before = infer(one.state, one.events, one.seat, 1, effort=LARGE)
    after = infer(state, events, (one.seat + step) % many, 2, effort=LARGE)  # type: ignore[arg-type]
    ready = {(seat.seat + step) % many: seat.ready for seat in before.seats}
    assert len(ready) > 1
    for seat in after.seats:
        assert seat.ready == pytest.approx(ready[seat.seat], abs=0.06)
    for kind, same in zip(after.kinds, before.kinds, strict=True):
        assert kind.risk == pytest.approx(same.risk, abs=0.05)
        assert kind.wall == pytest.approx(same.wall, abs=0.25)


def test_after_somebody_has_won_they_are_no_danger() -> None:
    shown = hidden = 0
    for preset in ("chengdu", "sbr-2025"):
        for seed in range(12):
            for one in views(seed, preset):
                if not one.state.winners:
                    continue
                odds = infer(one.state, one.events, one.seat, 1, effort=SMALL)
                gone = set(one.state.winners)
                assert not gone & {seat.seat for seat in odds.seats}
                for kind in odds.kinds:
                    assert not gone & dict(kind.risks).keys()
                for seat in gone:
                    if one.state.seats[seat].unseen:  # SBR shows wins at the end
                        assert any(dict(kind.hands)[seat] > 0 for kind in odds.kinds)
                        hidden += 1
                    else:
                        assert all(seat not in dict(kind.hands) for kind in odds.kinds)
                        shown += 1
    assert shown > 5
    assert hidden > 5


def test_three_players() -> None:
    for one in views(5, "chengdu", 3):
        odds = infer(one.state, one.events, one.seat, 1, effort=SMALL)
        assert {seat.seat for seat in odds.seats} <= {0, 1, 2} - {one.seat}
        for kind in odds.kinds:
            assert kind.wall + sum(copies for _, copies in kind.hands) == pytest.approx(kind.left)


def test_every_chance_is_one_and_every_copy_is_somewhere() -> None:
    for one in moments(3):
        odds = infer(one.state, one.events, one.seat, 1, effort=SMALL)
        for seat in odds.seats:
            assert -1e-9 <= seat.ready <= 1 + 1e-9
        for kind in odds.kinds:
            assert -1e-9 <= kind.risk <= 1 + 1e-9
            assert kind.cost >= 0
            assert kind.left == COPIES - one.state.copies_seen(kind.tile)
            assert kind.wall + sum(copies for _, copies in kind.hands) == pytest.approx(kind.left)
            assert kind.risk >= max((risk for _, risk in kind.risks), default=0) - 1e-9


def test_what_the_player_tells_of_the_own_hand_is_known() -> None:
    one = next(views(2))
    own = one.state.seats[one.seat]
    seats = list(one.state.seats)
    seats[one.seat] = replace(own, known=NO_TILES, unseen=own.size)
    blank = replace(one.state, seats=tuple(seats))
    told = infer(blank, one.events, one.seat, 4, Hand(own.known), SMALL)
    assert told == infer(one.state, one.events, one.seat, 4, effort=SMALL)
    alone = infer(blank, one.events, one.seat, 4, effort=SMALL)
    assert one.seat not in {seat.seat for seat in alone.seats}
    assert len(alone.kinds) >= len(told.kinds)


def test_a_lookers_odds_are_of_every_hand() -> None:
    events = striving(4)
    at = [place for place, event in enumerate(events) if isinstance(event, Discarded)][6]
    looked = view(events[:at], 0, blind=True)
    odds = infer(looked.state, looked.events, None, 1, effort=SMALL)
    assert [seat.seat for seat in odds.seats] == [0, 1, 2, 3]


def test_tiles_that_went_by_are_noted() -> None:
    start = RoundStarted("chengdu", wall=56)
    events: list[TableEvent] = [start, Drawn(0), Discarded(0, Tile.M1), Drawn(1), Discarded(1, Tile.P5)]
    events += [Ponged(3, Tile.P5), Discarded(3, Tile.S9), Drawn(0), Discarded(0, Tile.S1), Drawn(1)]
    found = {one.seat: one for one in clues(fold(events).state, events)}
    assert found[2].let_go[0] == {Tile.M1, Tile.P5, Tile.S9, Tile.S1}
    assert found[2].unclaimed == found[2].let_go[0]
    # a claim and a discard change the hand
    assert tuple(map(set, found[3].let_go[:3])) == ({Tile.S1}, set(), {Tile.M1})
    assert found[3].unclaimed == {Tile.M1, Tile.S1}
    assert tuple(map(set, found[0].let_go[:2])) == (set(), {Tile.P5, Tile.S9})
    assert found[1].drawn == 1
    assert found[1].unseen == 13
    assert found[3].frame.melds == 1


def test_what_gives_no_odds() -> None:
    events = striving(0)
    over = view(events, 0)
    with pytest.raises(NoOddsError, match="over") as refused:
        infer(over.state, over.events, 0, 1)
    assert refused.value.code == "round_over"
    one = next(views(0))
    tile = next(tile for tile in TILES if one.state.shown[tile])
    with pytest.raises(NoOddsError, match="fifth") as refused:
        infer(one.state, one.events, one.seat, 1, Hand(count([tile] * 4)))
    assert refused.value.code == "fifth_copy"
    short = replace(one.state, seats=tuple(replace(own, unseen=own.unseen + 40) for own in one.state.seats))
    with pytest.raises(NoOddsError, match="only") as refused:
        infer(short, one.events, one.seat, 1)
    assert refused.value.code == "tiles_missing"


def test_who_throws_from_the_suits_to_be_kept_is_nearer_to_ready() -> None:
    """All have thrown as many tiles: 0 and 1 of one suit, 2 lately of the others too, 3 from the start."""
    thrown = [
        parse_tiles(text) for text in ("56565644s", "19283746m", "19283m 1p 9s 8p", "1m 9p 2m 1s 3m 1p 9s 8p")
    ]
    events: list[TableEvent] = [RoundStarted("chengdu", wall=56)]
    for turn in range(8):
        events += [event for seat in range(4) for event in (Drawn(seat), Discarded(seat, thrown[seat][turn]))]
    odds = infer(fold(events).state, events, None, 1, effort=LARGE)
    ready = {seat.seat: seat.ready for seat in odds.seats}
    assert ready[3] > 1.2 * ready[2]
    assert ready[2] > 3 * max(ready[0], ready[1])


def test_a_plain_danger_is_seen() -> None:
    """清一色: who melded three kongs of one suit and throws from both others is likelier ready than who
    throws one suit alone, and waits rather in the suit of the kongs.
    """
    thrown = [parse_tiles(text) for text in ("1199228m", "192m 192s 8m", "1927m 999s", "8877665m")]
    events: list[TableEvent] = [RoundStarted("chengdu", wall=56)]
    for turn in range(7):
        events += [event for seat in range(4) for event in (Drawn(seat), Discarded(seat, thrown[seat][turn]))]
    state = fold(events).state
    kongs = (Tile.P1, Tile.P4, Tile.P9)
    seats = list(state.seats)
    melds = tuple(Meld(MeldKind.EXPOSED_KONG, tile) for tile in kongs)
    seats[1] = replace(seats[1], melds=melds, unseen=4)
    shown = tuple(COPIES if tile in kongs else state.shown[tile] for tile in TILES)
    state = replace(state, seats=tuple(seats), shown=shown)
    odds = infer(state, events, 2, 1, parse_hand("33456m 55p 34567s 7p"), LARGE)
    ready = {seat.seat: seat.ready for seat in odds.seats}
    assert ready[1] > 2 * max(ready[0], ready[3])
    risk = [sum(dict(kind.risks)[1] for kind in odds.kinds if kind.tile.suit is suit) for suit in Suit]
    assert risk[Suit.P] > 1.2 * max(risk[Suit.M], risk[Suit.S])
