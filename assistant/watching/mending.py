"""改错: a tile that was read wrongly when it was recorded shows once a fifth copy of its kind lies there:
which of the recorded discards were other tiles is asked, all of them at once: a set of which one face is
misread is mostly misread so more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.events import Discarded
from assistant.observation import Area
from assistant.state import RoundState, WinMade
from assistant.tiles import COPIES, TILES, Tile
from assistant.watching.evidence import Evidence
from assistant.watching.explanations import Step, Table
from assistant.watching.laid import Laid
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
RATHER = 0.5
"""One that would have to be recorded as another kind reads with this likelihood at least."""
OFFERED = 8
"""So many kinds are offered for each, the likeliest first."""


def mending(
    memory: Memory, state: RoundState, table: Table, forced: Fresh | None = None
) -> tuple[Memory, Verdict]:
    """A question about a kind of which five copies lie there, once for each kind; else Nothing. `forced`: a
    tile that had to be of another kind than it reads as, were the record right.
    """
    seen = seen_counts(state)
    fresh = [one for one in table.evidence.fresh if one is forced or _is_plain(one, state, table.evidence)]
    there = Counter(one.piece.tile for one in fresh if one is not forced or one.piece.confidence >= RATHER)
    if state.finished:
        rows = (hand.faces for hand in table.evidence.hands if _lies(hand, state))
        there.update(one.piece.tile for row in rows for one in row if one.piece.confidence >= PLAIN)
    for tile, many in there.items():
        lost = [laid for laid in table.missing if laid.tile is tile]
        if tile is None or tile in memory.mended or seen[tile] + many <= COPIES:
            continue
        lying = seen[tile] - len(lost) + many > COPIES
        if lying:
            told = sorted(laid for laid in table.pairs if laid.tile is tile and is_told(memory, laid))
            found = tuple(_others(table, told, seen))
            places = tuple(table.pairs[laid].at for laid in told)
        elif state.finished:  # nobody sees any more what it was
            found, places = tuple(_gone(memory, lost, seen)), ()
        else:
            continue
        memory = replace(memory, mended=memory.mended | {tile})
        if found:
            options: tuple[Step, ...] = tuple((Discarded(mend.seat, other),) for mend, other in found)
            question = Question((*options, ()), places, tuple(mend for mend, _ in found), several=lying)
            return replace(memory, open=question, doubtful=()), question
    return memory, Nothing()


def _lies(hand: HandSeen, state: RoundState) -> bool:
    """Whether a hand lies open for long that nobody told."""
    own = state.seats[hand.seat]
    won = next((fact for fact in state.facts if isinstance(fact, WinMade) and fact.seat == hand.seat), None)
    apart = won is not None and won.tile is not None  # the record counts the tile that it won with elsewhere
    return hand.is_open and hand.steady >= STEADY and not own.told and not apart


def _is_plain(one: Fresh, state: RoundState, evidence: Evidence) -> bool:
    """Whether an unexplained face has lain there for long and reads plainly, but for kinds of which a person
    said that it is none.
    """
    lies = not one.gone and one.views >= LONG and one.piece.area is not Area.UNKNOWN
    others = evidence.denied(state.turn, one) - {one.piece.tile}
    return lies and one.piece.confidence >= PLAIN * (1 - sum(one.piece.likelihoods[kind] for kind in others))


def _others(table: Table, told: Sequence[Laid], seen: tuple[int, ...]) -> Iterator[tuple[Mend, Tile]]:
    """What each of these discards may be instead, the likeliest first."""
    for laid in told:
        piece = table.pairs[laid]
        kinds = [kind for kind in TILES if kind is not laid.tile and seen[kind] < COPIES]
        kinds.sort(key=lambda kind: -piece.likelihoods[kind])
        yield from ((Mend(laid.seat, laid.place, laid.tile), kind) for kind in kinds[:OFFERED])


def _gone(memory: Memory, lost: Sequence[Laid], seen: tuple[int, ...]) -> Iterator[tuple[Mend, Tile]]:
    """All that a discard may have been that lies there no more."""
    kinds = sorted((kind for kind in TILES if seen[kind] < COPIES), key=lambda kind: (seen[kind], kind))
    for laid in lost:
        if is_told(memory, laid):
            yield from ((Mend(laid.seat, laid.place, laid.tile), kind) for kind in kinds)


def is_told(memory: Memory, laid: Laid) -> bool:
    """Whether it is a discard that the camera told, and that no person was asked about since."""
    if laid in memory.judged:
        return False
    told = {(event.seat, event.tile) for event, _ in memory.explained if isinstance(event, Discarded)}
    return laid.area is Area.DISCARD and (laid.seat, laid.tile) in told


def rebound(memory: Memory, mend: Mend, tile: Tile) -> Memory:
    """Memory after a person said that a recorded discard was this tile: it lies where the other lay, or is
    looked for anew where that one is gone.
    """
    gone = {laid for laid, views in memory.absent if views}
    bound = tuple(
        (laid._replace(tile=tile) if _meant(laid, mend) else laid, place)
        for laid, place in memory.bound
        if laid not in gone or not _meant(laid, mend)
    )
    ghosts = tuple(place.at for laid, place in memory.bound if _meant(laid, mend) and laid in gone)
    mended = memory.mended - {mend.tile}  # one more copy may be another kind, too
    return replace(memory, bound=bound, ghosts=(*memory.ghosts, *ghosts), mended=mended)


def _meant(laid: Laid, mend: Mend) -> bool:
    """Whether a tile of the record is the discard that a mend is about."""
    return (laid.area, laid.seat, laid.place) == (Area.DISCARD, mend.seat, mend.number)
