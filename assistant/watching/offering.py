"""可选的: all that a question offers where two or three options are too few: every kind that a tile may be,
and everybody who may have taken a discard.
"""

from __future__ import annotations

from assistant.checks import check
from assistant.events import Discarded, How, Konged, Ponged, TableEvent, Won
from assistant.moves import move
from assistant.observation import Area
from assistant.state import Phase, RoundState
from assistant.tiles import COPIES, TILES
from assistant.watching.acts import before_acting
from assistant.watching.evidence import Evidence
from assistant.watching.explanations import Explanation, Step, Table, bare
from assistant.watching.memory import Spot, spot
from assistant.watching.pairing import seen_counts
from assistant.watching.ranking import Ranked

Pointer = tuple[TableEvent, Spot]
"""An event, and the tile that may tell it."""
READ = 0.002
"""A tile may be of a kind from this likelihood on, where readings cannot be trusted."""
COVERED = 0.97
"""The kinds of an unplain tile that are offered cover so much of its odds."""


def which_kind(among: Ranked, table: Table, options: tuple[Step, ...]) -> tuple[Step, ...]:
    """The options with all the kinds that the tile of the first one may be, the likeliest first, where three
    of them are not all but sure.
    """
    one = next((one for one in among.explanations if one.steps[:1] == options[:1]), None)
    if one is None:
        return options
    state = one.first(0).state
    told = [(event, at) for event, at in one.first(1).told if isinstance(event, Discarded)]
    if len(told) != 1 or told[0][0] is not options[0][-1]:
        return options
    thrown, at = told[0]
    piece = table.evidence.fresh[at]
    seen = seen_counts(state)
    worth = {
        tile: piece.likelihoods[tile] * (COPIES - seen[tile])
        for tile in TILES
        if seen[tile] < COPIES and tile not in table.evidence.denied(thrown.seat, piece)
    }
    worth = dict(sorted(worth.items(), key=lambda one: -one[1]))
    among_them = {option[-1].tile for option in options if option and isinstance(option[-1], Discarded)}
    if sum(worth.get(tile, 0.0) for tile in among_them) >= COVERED * sum(worth.values()):
        return options
    found: list[Step] = []
    for tile in worth:
        step = (*before_acting(state, tile), Discarded(thrown.seat, tile))
        found += [step] if is_legal(state, step) else []
        if sum(list(worth.values())[: len(found)]) >= COVERED * sum(worth.values()):
            break
    others = [option for option in options if option and bare(option) not in map(bare, found)]
    return (*found, *others, *(option for option in options if not option))


def is_legal(state: RoundState, step: Step) -> bool:
    """Whether nothing is wrong with events in order."""
    for event in step:
        if check(state, event):
            return False
        state = move(state, event)
    return True


def hidden_kind(best: Explanation) -> tuple[Step, ...]:
    """Every kind that a discard may be which no view has shown, and that there was none."""
    state = best.first(0).state
    seen = seen_counts(state)
    kinds = sorted((tile for tile in TILES if seen[tile] < COPIES), key=lambda tile: (seen[tile], tile))
    steps = ((*before_acting(state, tile), Discarded(state.turn, tile)) for tile in kinds)
    return (*(step for step in steps if is_legal(state, step)), ())


def taken_by(best: Explanation, options: tuple[Step, ...]) -> tuple[Step, ...]:
    """The options with everybody who may have taken the discard that is gone, to win or for a meld."""
    state = best.first(0).state
    offer = state.offer
    if offer is None or len(options[0]) != 1 or not isinstance(options[0][0], Won):
        return options
    others = [seat for seat in state.playing if seat != offer.seat]
    able: list[Step] = [(Won((seat,)),) for seat in others]
    able += [(Ponged(seat, offer.tile),) for seat in others]
    able += [(Konged(seat, How.EXPOSED, offer.tile),) for seat in others]
    offered = {bare(option) for option in options}
    more = [step for step in able if bare(step) not in offered and is_legal(state, step)]
    return (*(one for one in options if one), *more, *(one for one in options if not one))


def what_next(state: RoundState, evidence: Evidence) -> tuple[tuple[Step, ...], tuple[Pointer, ...]]:
    """All that may have come next: who took the last discard, what the seat on turn threw, kinds that may be
    read somewhere first, that it won, that nothing came; and which tile may tell which discard.
    """
    seat, offer = state.turn, state.offer
    others = [] if offer is None else [one for one in state.playing if one != offer.seat]
    takes: list[Step] = [(Won((one,)),) for one in others]
    if offer is not None and offer.kong is None:
        takes += [(Ponged(one, offer.tile),) for one in others]
        takes += [(Konged(one, How.EXPOSED, offer.tile),) for one in others]
    lying = [one for one in evidence.fresh if one.stacked is None and one.piece.area is Area.DISCARD]
    own = [one for one in lying if one.piece.seat in (seat, None) and not one.gone and not one.is_thing]
    only = own[0] if len(own) == 1 else None
    denied = evidence.denied(seat, only) if only is not None else frozenset()
    seen = seen_counts(state)
    reads = {tile: max((one.likelihoods[tile] for one in own), default=0.0) for tile in TILES}
    kinds = sorted(
        (tile for tile in TILES if seen[tile] < COPIES and tile not in denied),
        key=lambda tile: (-reads[tile], seen[tile], tile),
    )
    throws: list[Step] = []
    if state.phase is Phase.ACT or state.wall:
        throws = [(*before_acting(state, tile), Discarded(seat, tile)) for tile in kinds]
        throws.append((*before_acting(state), Won((seat,))))
    steps = [*takes, *throws] if not own else [*throws, *takes]
    pointers = tuple(
        (Discarded(seat, tile), spot(max(own, key=lambda one: one.likelihoods[tile]).piece))
        for tile in kinds
        if only is not None or reads[tile] >= READ
    )
    return (*(step for step in steps if is_legal(state, step)), ()), pointers
