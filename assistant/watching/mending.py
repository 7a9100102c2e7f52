"""改错: a tile that was read wrongly when it was recorded shows once a fifth copy of its kind lies there:
which of the recorded discards was another tile is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from assistant.events import Discarded
from assistant.observation import Area
from assistant.state import RoundState, Status
from assistant.tiles import COPIES, TILES, Tile
from assistant.watching.explanations import Step, Table
from assistant.watching.memory import Fresh, Memory
from assistant.watching.open_hands import HandSeen
from assistant.watching.pairing import seen_counts
from assistant.watching.verdicts import Mend, Nothing, Question, Verdict

LONG = 6
"""A fifth copy is believed after so many views."""
STEADY = 4
"""A hand lies open once so many views in a row showed as many tiles of it."""
PLAIN = 0.9
"""A fifth copy reads with at least this."""
OPTIONS, KINDS_EACH = 3, 2


def mending(memory: Memory, state: RoundState, table: Table) -> tuple[Memory, Verdict]:
    """A question about a kind of which five copies lie there, once for each kind; else Nothing."""
    seen = seen_counts(state)
    there = Counter(one.piece.tile for one in table.evidence.fresh if _is_plain(one))
    if state.finished:
        lying = (hand.faces for hand in table.evidence.hands if _lies(hand, state))
        there.update(one.piece.tile for row in lying for one in row if one.piece.confidence >= PLAIN)
    for tile, many in there.items():
        lost = sum(laid.tile is tile for laid in table.missing)
        if tile is None or tile in memory.mended or seen[tile] - lost + many <= COPIES:
            continue
        memory = replace(memory, mended=memory.mended | {tile})
        found = tuple(islice(_others(memory, table, tile, seen), OPTIONS))
        if found:
            options: tuple[Step, ...] = tuple((Discarded(mend.seat, other),) for mend, other in found)
            spots = dict(memory.bound)
            places = (spots[laid].at for laid in table.pairs if laid.tile is tile and laid in spots)
            question = Question((*options, ()), tuple(places), tuple(mend for mend, _ in found))
            return replace(memory, open=question, doubtful=()), question
    return memory, Nothing()


def _lies(hand: HandSeen, state: RoundState) -> bool:
    """Whether a hand lies open for long that nobody told."""
    own = state.seats[hand.seat]
    return hand.is_open and hand.steady >= STEADY and own.status is Status.IN and not own.told


def _is_plain(one: Fresh) -> bool:
    """Whether an unexplained face has lain there for long and reads plainly."""
    lies = not one.gone and one.views >= LONG and one.piece.area is not Area.UNKNOWN
    return lies and one.piece.confidence >= PLAIN


def _others(memory: Memory, table: Table, tile: Tile, seen: tuple[int, ...]) -> Iterator[tuple[Mend, Tile]]:
    """What the lying discards of a kind may be instead, the likeliest first; what a person told stands."""
    told = {(event.seat, event.tile) for event, _ in memory.explained if isinstance(event, Discarded)}
    found = []
    for laid, piece in table.pairs.items():
        if laid.area is not Area.DISCARD or laid.tile is not tile or (laid.seat, laid.tile) not in told:
            continue
        kinds = [kind for kind in TILES if kind is not tile and seen[kind] < COPIES]
        kinds.sort(key=lambda kind: -piece.likelihoods[kind])
        mend = Mend(laid.seat, laid.place, tile)
        found += [(piece.likelihoods[kind], mend, kind) for kind in kinds[:KINDS_EACH]]
    for _, mend, kind in sorted(found, key=lambda one: (-one[0], one[1])):
        yield mend, kind


def rebound(memory: Memory, mend: Mend, tile: Tile) -> Memory:
    """Memory after a person said that a recorded discard was this tile: it lies where the other lay."""
    bound = tuple(
        (laid._replace(tile=tile), place)
        if (laid.area, laid.seat, laid.place) == (Area.DISCARD, mend.seat, mend.number)
        else (laid, place)
        for laid, place in memory.bound
    )
    return replace(memory, bound=bound)
