"""释疑: which discards are recorded with a doubt about their kind, what settles it later without a person,
and the one question that is asked about all that are left when the round is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from math import exp, hypot, log

from assistant.events import Discarded, Drawn, Ponged
from assistant.observation import Area, Observation
from assistant.state import RoundState
from assistant.tiles import COPIES, KINDS, TILES, Tile
from assistant.watching.doubts import KINDS_EACH, Doubt, left, shares
from assistant.watching.either_order import in_other_order
from assistant.watching.explanations import Explanation, Table, explain
from assistant.watching.memory import Fresh, Memory
from assistant.watching.mending import OFFERED, rebound
from assistant.watching.noticing import notice
from assistant.watching.pairing import ROOM, seen_counts
from assistant.watching.ranking import Ranked
from assistant.watching.sight import Sight
from assistant.watching.swaps import Swap
from assistant.watching.verdicts import Mend, Mended, Nothing, Question, Verdict

COVERED = 0.95
"""The few kinds that a doubt may be cover so much of how it reads; else it is asked about at once."""
READS = 0.5
"""A tile still reads as one of the kinds that it may be with this likelihood together."""
TURNED = 0.9
"""A doubt is recorded as another kind from these odds on."""
BETTER = log(0.97 / 0.03)
"""Log odds by which another kind of the last discard must explain better what came after it."""
LONG, SURELY = 3, 1.5
"""An unexplained tile is one more copy of its kind once it was seen in so many views, and with these log odds
more than a doubt about a fifth one is what is recorded.
"""
HEMMED = 0.05
"""A tile may be of a kind, too, from this likelihood on."""
AFTER = 3
"""Views of a finished round after which its doubts are asked about, before hands that read in two ways: the
copies that lie there tell some of them."""
GIVEN = 15
"""Views of a finished round in which hands are not read while that question waits: they do not lie open for
long."""


def kind_alone(among: Ranked, table: Table) -> Explanation | None:
    """The likeliest first act where it is a discard of one tile and only that one's kind is in doubt."""
    step, _ = among.first_acts()[0]
    if (
        not step
        or not isinstance(step[-1], Discarded)
        or not all(isinstance(one, Drawn | Discarded) for one in step)
    ):
        return None
    first = next(one for one in among.explanations if one.steps[:1] == (step,)).first(1)
    at = _piece(first)
    if at is None or len(step) > 2:
        return None
    told = sum(
        share
        for one, share in zip(among.explanations, among.shares, strict=True)
        if one.blind != 0 and one.steps and _piece(one.first(1)) == at and _same_act(one.first(1), first)
    )
    one = table.evidence.fresh[at]
    plain = not one.gone and not one.is_thing and one.views > table.sight.patience
    few = sum(nlargest(KINDS_EACH, one.piece.likelihoods[:KINDS])) >= COVERED
    return first if plain and few and told >= table.sight.settled else None


def _same_act(one: Explanation, other: Explanation) -> bool:
    return [(type(a), getattr(a, "seat", None)) for a in one.steps[0]] == [
        (type(a), getattr(a, "seat", None)) for a in other.steps[0]
    ]


def _piece(first: Explanation) -> int | None:
    """The one tile that tells a discard."""
    told = [at for event, at in first.told if isinstance(event, Discarded)]
    return told[0] if len(told) == 1 else None


def doubt_of(first: Explanation, before: RoundState, table: Table) -> Doubt:
    """The doubt about the kind of a discard that is recorded now."""
    thrown = first.steps[0][-1]
    at = _piece(first)
    assert isinstance(thrown, Discarded)
    assert at is not None
    number = len(before.seats[thrown.seat].discards)
    one = table.evidence.fresh[at]
    return Doubt(
        thrown.seat, number, thrown.tile, one.likelihoods[:KINDS], one.piece.at, before, first.steps[0]
    )


def hemmed(first: Explanation, memory: Memory, table: Table) -> bool:
    """Whether acts may be others but for a doubt: a new discard may be of a kind whose four copies are
    recorded, one of them with a doubt, or a pong has a fourth tile that no record with that doubt allows.
    """
    doubted = {one.tile for one in memory.doubts}
    if not doubted:
        return False
    fresh = table.evidence.fresh
    spare = [one for at, one in enumerate(fresh) if at not in first.used and one.piece.area is Area.MELD]
    fourth = any(
        one.piece.seat == event.seat and one.likelihoods[event.tile] >= READS
        for event in first.events
        if isinstance(event, Ponged) and event.tile in doubted
        for one in spare
    )
    seen = seen_counts(first.state)
    return fourth or any(
        fresh[at].likelihoods[tile] >= HEMMED
        for event, at in first.told
        if isinstance(event, Discarded)
        for tile in doubted
        if seen[tile] >= COPIES and tile is not event.tile
    )


def held(memory: Memory, state: RoundState, table: Table) -> Memory:
    """Memory with the doubts that the record still holds, as they read now; what is settled is none."""
    swaps = tuple(one for one in memory.swaps if one.stands(state))
    memory = replace(memory, over=memory.over + 1 if state.finished else 0, swaps=swaps)
    if not memory.doubts:
        return memory
    kept = [_read(one, table) for one in memory.doubts if one.stands(state)]
    odds = shares(kept, left(seen_counts(state), kept))
    able = [one for one, ways in zip(kept, odds, strict=True) if ways.get(one.tile, 0.0) < table.sight.likely]
    return replace(memory, doubts=tuple(able))


def _read(doubt: Doubt, table: Table) -> Doubt:
    """A doubt as its tile reads now, unless another lies over it."""
    piece = table.pairs.get(doubt.laid)
    if piece is None or hypot(piece.at[0] - doubt.at[0], piece.at[1] - doubt.at[1]) > ROOM:
        return doubt  # what lies elsewhere may be another tile of the recorded kind
    able = [tile for tile in TILES if doubt.likelihoods[tile] >= HEMMED]
    if sum(piece.likelihoods[tile] for tile in able) < READS:
        return doubt
    return doubt.read_as(piece.likelihoods, piece.at)


def turned(memory: Memory, state: RoundState, table: Table) -> tuple[Memory, Verdict]:
    """A doubt that is another kind than the recorded one: by its later readings, or as there are but four
    copies of each.
    """
    if not memory.doubts:
        return memory, Nothing()
    seen = list(seen_counts(state))
    for laid in table.missing:
        seen[laid.tile] -= not laid.back
    more = _more(table.evidence.fresh)
    free = left(seen, memory.doubts)
    for doubt, ways in zip(memory.doubts, shares(memory.doubts, free), strict=True):
        if doubt.firm:
            continue
        tile, odds = next(iter(ways.items()))
        turns = tile is not doubt.tile and odds >= TURNED
        if turns and _one_too_many(doubt, tile, seen[tile] + 1, more, free) is None:
            return turn(memory, doubt, tile), Mended(doubt.mend, tile, odds)
        found = _one_too_many(doubt, doubt.tile, seen[doubt.tile], more, free)
        if found is not None:
            tile, surely = found
            return turn(memory, doubt, tile), Mended(doubt.mend, tile, 1 / (1 + exp(-surely)))
    return memory, Nothing()


def _one_too_many(
    doubt: Doubt, kind: Tile, recorded: int, more: Mapping[Tile, Sequence[float]], free: Sequence[int]
) -> tuple[Tile, float] | None:
    """What a doubt is if not of a kind of which more than four copies would lie there, and its log odds;
    None where there are not so many, or that is not sure. `recorded`: copies of it in the record.
    """
    further = more.get(kind, ())
    if not further or len(further) + recorded <= COPIES:
        return None
    tile = _other(doubt, kind, free)
    surely = min(further) + log(doubt.likelihoods[tile] + 1e-6) - log(doubt.likelihoods[kind] + 1e-6)
    return (tile, surely) if surely > SURELY else None


def _other(doubt: Doubt, kind: Tile, free: Sequence[int]) -> Tile:
    """The likeliest kind but one."""
    able = [tile for tile in TILES if tile is not kind and free[tile] > 0]
    return max(able, key=lambda tile: doubt.likelihoods[tile])


def _more(fresh: Sequence[Fresh]) -> dict[Tile, list[float]]:
    """The further copies of each kind that lie there by what the record does not explain yet, each with the
    log odds of that kind against the next likeliest.
    """
    there: dict[Tile, list[float]] = {}
    for one in fresh:
        if one.gone or one.stacked is not None or one.is_thing or one.views < LONG:
            continue
        first, second = nlargest(2, range(KINDS), key=one.likelihoods.__getitem__)
        if one.likelihoods[first] >= READS:
            odds = log(one.likelihoods[first]) - log(one.likelihoods[second] + 1e-6)
            there.setdefault(TILES[first], []).append(odds)
    return there


def turn(memory: Memory, doubt: Doubt, tile: Tile) -> Memory:
    """Memory after a doubt was recorded as another kind; it stays a doubt until it is plain."""
    step = tuple(replace(one, tile=tile) if isinstance(one, Discarded) else one for one in doubt.step)
    other = replace(doubt, tile=tile, step=step)
    doubts = tuple(other if one is doubt else one for one in memory.doubts)
    return replace(rebound(memory, doubt.mend, tile), doubts=doubts)


def firm(memory: Memory, *mends: Mend) -> Memory:
    """Memory with the doubts about these discards left to people."""
    doubts = (replace(one, firm=True) if one.mend in mends else one for one in memory.doubts)
    swaps = (replace(one, firm=True) if one.first in mends else one for one in memory.swaps)
    return replace(memory, doubts=tuple(doubts), swaps=tuple(swaps))


def by_what_followed(
    earlier: Memory, state: RoundState, observation: Observation, sight: Sight, best: Explanation
) -> tuple[Memory, Verdict]:
    """The last discard as another kind where that explains far better what came after it, a claim mostly.
    `earlier`: memory before the view; `best`: what explains it as the record stands.
    """
    swap = next((one for one in earlier.swaps if one.is_last(state) and one.stands(state)), None)
    if swap is not None and not swap.firm:
        return _by_order(earlier, swap, observation, sight, best)
    doubt = next((one for one in earlier.doubts if one.is_last(state) and one.stands(state)), None)
    if doubt is None or doubt.firm:
        return earlier, Nothing()
    (ways,) = shares((doubt,), left(seen_counts(state), (doubt,)))
    found: list[tuple[float, Tile]] = []
    for tile, odds in ways.items():
        other = doubt.otherwise(tile)
        if tile is doubt.tile or other is None:
            continue
        _, table = notice(turn(earlier, doubt, tile), other, observation, sight)
        ahead = explain(other, table)[0].whole - best.whole
        found.append((ahead + log(odds) - log(max(ways.get(doubt.tile, 0.0), 1e-6)), tile))
    ahead, tile = max(found, default=(0.0, doubt.tile))
    if ahead < BETTER:
        return earlier, Nothing()
    return turn(earlier, doubt, tile), Mended(doubt.mend, tile, 1 / (1 + exp(-ahead)))


def _by_order(
    earlier: Memory, swap: Swap, observation: Observation, sight: Sight, best: Explanation
) -> tuple[Memory, Verdict]:
    """The last two discards in the other order where that explains far better what came after them."""
    memory, other = in_other_order(earlier, swap), swap.otherwise()
    _, table = notice(memory, other, observation, sight)
    ahead = explain(other, table)[0].whole - best.whole + log((1 - swap.odds) / swap.odds)
    if ahead < BETTER:
        return earlier, Nothing()
    (mend, tile), also = swap.turned
    return memory, Mended(mend, tile, 1 / (1 + exp(-ahead)), (also,))


def waits_for_doubts(memory: Memory, sight: Sight) -> bool:
    """Whether hands are read only once people have said what the doubtful discards are, or were given time:
    the copies that lie there tell some of their tiles.
    """
    given = 0 if sight.alone else GIVEN
    return memory.open is not None and memory.open.several and memory.over < given


def asked_together(memory: Memory, state: RoundState) -> tuple[Memory, Verdict]:
    """One question about all doubts that are left once the round is over."""
    if not is_unsettled(memory) or memory.open is not None or memory.over < AFTER:
        return memory, Nothing()
    odds = shares(memory.doubts, left(seen_counts(state), memory.doubts))
    options, mends = [], []
    for doubt, ways in zip(memory.doubts, odds, strict=True):
        further = sorted(TILES, key=lambda tile: -doubt.likelihoods[tile])
        for tile in tuple(dict.fromkeys((*ways, *further)))[:OFFERED]:
            if tile is not doubt.tile:
                options.append((Discarded(doubt.seat, tile),))
                mends.append(doubt.mend)
    places = [one.at for one in memory.doubts]
    paired: list[tuple[int, int]] = []
    for swap in memory.swaps:
        paired.append((len(options), len(options) + 1))
        options += [(Discarded(mend.seat, tile),) for mend, tile in swap.turned]
        mends += [mend for mend, _ in swap.turned]
        places += swap.at
    question = Question((*options, ()), tuple(places), tuple(mends), several=True, paired=tuple(paired))
    return replace(memory, open=question, doubts=(), swaps=(), doubtful=()), question


def is_unsettled(memory: Memory) -> bool:
    """Whether kinds or the order of discards are in doubt."""
    return bool(memory.doubts or memory.swaps)
