"""留意: a view is laid beside the record, and memory takes in what it adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.events import Discarded
from assistant.observation import Area, Observation, SeenPiece
from assistant.seats import Seat
from assistant.state import DEAL, RoundState, WinMade
from assistant.tiles import Tile
from assistant.watching.amiss import otherwise
from assistant.watching.beside import melds_beside, read_apart
from assistant.watching.evidence import Evidence
from assistant.watching.explanations import Table
from assistant.watching.ghosts import ghosts, haunted
from assistant.watching.heap import heap
from assistant.watching.laid import Laid, laid_out
from assistant.watching.memory import Fresh, Memory, Opened, Spot, spot
from assistant.watching.oddities import PLAIN
from assistant.watching.one_place import homes, under
from assistant.watching.open_hands import HandSeen, of_a_row, standing
from assistant.watching.pairing import Paired, astray, pair, scattered
from assistant.watching.sight import Sight, face
from assistant.watching.stacked import stacked, wall_before
from assistant.watching.things import as_things
from assistant.watching.trust import dulled
from assistant.watching.unexplained import ALIKE, unexplained_now
from assistant.watching.verdicts import Place
from assistant.watching.wall_counting import counted, remembered

CLAIMED = 2
"""So many fresh tiles of its kind in a meld tell that a discard was claimed."""
STIRRED = 1.6
"""A view that comes so many times as late as two of a table at rest follow each other comes after a move."""
READS = 0.5
"""A face at a hand is of a kind from this likelihood on."""
COVERED = 3
"""So many tiles of one area missing at once are under a hand."""
FEW = 3
"""Faces in a hand row that make it more than one winning tile beside it."""
BLANK = 8
"""Views without a face after which a row of which nothing is seen is taken for one that stands."""
HEAPED = 0.1
"""Where more than this share of the discards lies before somebody else, they lie on one heap."""
THINGS = 2
"""So many faces that lie there when nothing has happened yet may be no tiles."""


def untold(state: RoundState) -> frozenset[Seat]:
    """Seats whose hand, once it lies open, tells something: those still in, and winners whose hand nobody
    told.
    """
    winners = (fact.seat for fact in state.facts if isinstance(fact, WinMade) and fact.whole is None)
    return frozenset((*(seat for seat in state.playing if not state.seats[seat].told), *winners))


def notice(memory: Memory, state: RoundState, observation: Observation, sight: Sight) -> tuple[Memory, Table]:
    """Memory after a view, and the view held against the record. A view of the same moment as the last adds
    no evidence.
    """
    observation = melds_beside(read_apart(dulled(memory, observation)), state)
    new = memory.at is None or observation.at > memory.at
    memory = _paced(memory, observation.at) if new else memory
    laid = laid_out(state)
    if memory.begun is None:
        memory = replace(memory, begun=observation.at)
    bound = dict(memory.bound) | _pointed(memory, laid)
    memory = replace(memory, pointed=())
    known = tuple(spot(one.piece) for one in memory.fresh)
    offered = _offered(state, laid)
    lay = {tile: home for tile, home in memory.homes if tile in bound}
    told = dict(memory.unshown)
    paired = pair(laid, observation, bound, dict(memory.absent), known, offered, lay, told)
    memory = replace(memory, renewed=_renewed(memory, laid, paired, bound))
    found = paired
    taken = _taken_up(memory, state, observation)
    paired = _replaced(paired, state, memory.renewed, taken, bound, observation.at)
    sight = replace(
        sight,
        misplaced=astray(paired.pairs, sight.misplaced),
        scattered=scattered(paired.pairs, sight.scattered),
    )
    replaced = frozenset(paired.missing) - frozenset(found.missing)
    hands = untold(state)
    melds = {id(piece) for piece in paired.pairs.values()}
    faces = tuple(
        piece
        for piece in observation.pieces
        if piece.area is Area.HAND and piece.seat in hands and face(piece.likelihoods) > 0.5
        if id(piece) not in melds
    )
    covered = _covered(observation, paired, bound)
    lying = tuple(paired.pairs.values())
    unexplained = tuple(one for one in memory.fresh if not _found(one, lying))
    pieces = (*paired.fresh, *faces)
    claimed = _in_melds(paired.fresh)
    fresh = unexplained_now(memory, unexplained, pieces, new, covered, observation.at, sight, claimed)
    memory = replace(memory, veiled=memory.veiled | covered, ghosts=ghosts(memory, unexplained, fresh))
    fresh = haunted(memory.ghosts, fresh)
    if not laid and len(paired.fresh) <= THINGS:
        fresh = tuple(replace(one, early=_is_early(one, memory.begun, state.turn)) for one in fresh)
    fresh = as_things(memory.things, fresh)
    if memory.events != state.events:  # something was recorded: what was asked is past
        stays = memory.open if memory.open is not None and memory.open.several else None
        memory = replace(memory, events=state.events, open=stays, asked=frozenset(), declined=(), doubtful=())
        memory = replace(memory, quiet=None, tried=None, ways=0, taken_ups=0)
    ages = dict(memory.absent)
    absent = tuple(
        (tile, ages.get(tile, 0) + ((tile.area, tile.seat) not in covered and (new or tile not in ages)))
        for tile in paired.missing
    )
    rest = tuple(piece for piece in observation.pieces if id(piece) not in melds)
    backs, fronts = standing(replace(observation, pieces=rest), state)
    before = {row.seat: row for row in memory.opened}
    opened = tuple(
        _opened(before.get(seat), seat, fronts[seat], new, observation.at, memory.at)
        for seat in sorted(hands)
        if fronts[seat]
    )
    blank = dict(memory.blank)
    blank = {seat: blank.get(seat, 0) + new * (fronts[seat] < FEW) for seat in backs}
    closed = memory.closed | {
        seat
        for seat in backs
        if fronts[seat] < FEW and _stands(seat, memory, state, observation, backs[seat], blank[seat])
    }
    faced = memory.faced | {seat for seat, many in fronts.items() if many >= FEW and seat not in closed}
    memory = replace(
        memory,
        at=observation.at if new else memory.at,
        bound=tuple(
            (tile, _spot(tile, paired.pairs[tile]) if tile in paired.pairs else bound[tile])
            for tile in laid
            if tile in paired.pairs or tile in bound
        ),
        absent=absent,
        homes=tuple(homes(lay, bound, paired.pairs).items()),
        unshown=tuple((tile, told.get(tile, observation.at)) for tile in paired.missing if tile not in bound),
        fresh=fresh,
        blank=tuple(blank.items()),
        closed=closed,
        faced=faced,
        opened=opened,
    )
    if new:
        memory = replace(memory, otherwise=otherwise(memory, paired.pairs))
        memory = replace(memory, counted=counted(memory.counted, observation))
    if not any(one.piece.area is not Area.HAND for one in fresh):
        memory = replace(memory, walls=remembered(memory.walls, observation.at, state, memory.stacks))
    memory = replace(memory, stacked=stacked(memory, state, paired.pairs, new))
    rows = (
        HandSeen(
            row.seat,
            of_a_row(
                [
                    one
                    for one in fresh
                    if one.piece.area is Area.HAND and one.piece.seat == row.seat and not one.gone
                ],
                DEAL + 1 - 3 * len(state.seats[row.seat].melds),
            ),
            backs[row.seat],
            row.views,
            row.since,
            row.after,
            row.steady,
        )
        for row in opened
        if row.seat in closed or state.finished  # then everybody's hand may lie open
    )
    missing = dict(absent)
    evidence = Evidence(
        observation,
        (*(one for one in fresh if one.piece.area is not Area.HAND), *memory.stacked),
        tuple(one for one in rows if one.is_open or one.apart is not None),
        tuple(one.seat for one in paired.backs if one.area is Area.MELD and one.seat is not None),
        frozenset((tile.seat, tile.tile) for tile in missing if tile.area is Area.DISCARD),
        covered,
        sight,
        faced,
        wall_before(memory, memory.stacked),
        frozenset(
            seat
            for seat in state.playing
            if seat != state.turn and backs[seat] + fronts[seat] == state.seats[seat].size + 1
        ),
        (*memory.refused, *memory.declined),
        _ponds(fresh, paired),
        _unsure(memory, state),
        heap(paired.pairs, observation, state.players) if sight.misplaced > HEAPED else None,
    )
    hidden = under(paired.missing, bound, paired.pairs)
    return memory, Table(evidence, paired.pairs, missing, memory.stirred, replaced, hidden)


def _offered(state: RoundState, laid: Sequence[Laid]) -> Laid | None:
    """The discard that somebody may claim, or has claimed since."""
    offer = state.offer
    if offer is None or offer.kong is not None:
        return None
    thrown = (Area.DISCARD, offer.seat, offer.tile)
    return max((tile for tile in laid if (tile.area, tile.seat, tile.tile) == thrown), default=None)


def _unsure(memory: Memory, state: RoundState) -> tuple[Tile, ...]:
    """The recorded kinds of discards that may be others: doubts, and what is asked about all of them."""
    mends = [one.mend for one in memory.doubts]
    if memory.open is not None and memory.open.several:
        asked = memory.open
        mends += (mend for at, mend in enumerate(asked.mends) if at not in asked.exchanged)
    found = {(one.seat, one.number): one.tile for one in mends}
    return tuple(
        tile
        for (seat, number), tile in found.items()
        if state.seats[seat].discards[number : number + 1] == (tile,)
    )


def _ponds(fresh: Sequence[Fresh], paired: Paired) -> tuple[tuple[Seat, tuple[Place, ...]], ...]:
    """Where the discards of those lie, in order, before whom several new ones lie."""
    new = Counter(one.piece.seat for one in fresh if one.piece.area is Area.DISCARD)
    several = [seat for seat, many in new.items() if many > 1 and seat is not None]
    lying = sorted((tile for tile in paired.pairs if tile.area is Area.DISCARD), key=lambda tile: tile.place)
    return tuple(
        (seat, tuple(paired.pairs[tile].at for tile in lying if tile.seat == seat)) for seat in several
    )


def _opened(
    before: Opened | None, seat: Seat, faces: int, new: bool, at: float, last: float | None
) -> Opened:
    """A hand row that shows so many faces now, after what was known of it. `last`: the view before."""
    if before is None:
        return Opened(seat, 1, at, at if last is None else last, faces, 1)
    steady = before.steady + new if before.faces == faces else 1
    return before._replace(views=before.views + new, faces=faces, steady=steady)


def _pointed(memory: Memory, laid: Sequence[Laid]) -> dict[Laid, Spot]:
    """Where the discard lies that a person told when asked about one tile, whatever that one reads as."""
    bound = dict(memory.bound)
    found: dict[Laid, Spot] = {}
    for event, place in memory.pointed:
        if isinstance(event, Discarded):
            thrown = (Area.DISCARD, event.seat, event.tile)
            new = [one for one in laid if (one.area, one.seat, one.tile) == thrown and one not in bound]
            found |= dict.fromkeys(new[-1:], place)
    return found


def _renewed(
    memory: Memory, laid: Sequence[Laid], paired: Paired, bound: Mapping[Laid, Spot]
) -> frozenset[Laid]:
    """The discards of the record in whose place a tile new to the tracker has come to lie since, or one after
    a view that showed none there.
    """
    away = {tile for tile, views in memory.absent if views}
    new = {
        tile
        for tile, piece in paired.pairs.items()
        if tile.area is Area.DISCARD and tile in bound
        if tile in away or 0 != piece.track != bound[tile].track
    }
    return frozenset(tile for tile in laid if tile in new or tile in memory.renewed)


def _taken_up(memory: Memory, state: RoundState, observation: Observation) -> frozenset[Tile]:
    """The kind of the discard on offer where a face of it has come to lie at another player's hand since it
    was thrown.
    """
    offer = state.offer
    if offer is None or offer.kong is not None:
        return frozenset()
    hands = untold(state) - memory.faced - {offer.seat}
    laid = {row.seat for row in memory.opened if row.after >= memory.newest}
    came = any(
        piece.seat in hands and (piece.since > memory.newest or piece.seat in laid)
        for piece in observation.lying(Area.HAND)
        if piece.likelihoods[offer.tile] > READS
    )
    return frozenset({offer.tile}) if came else frozenset()


def _replaced(
    paired: Paired,
    state: RoundState,
    renewed: frozenset[Laid],
    taken: frozenset[Tile],
    bound: Mapping[Laid, Spot],
    at: float,
) -> Paired:
    """A discard on offer of whose kind a meld has come, or a face at a hand (`taken`), while another lies
    in its place: it was claimed, and another of its kind was laid where it lay.
    """
    offer = state.offer
    if offer is None or offer.kong is not None or offer.tile not in taken | _in_melds(paired.fresh):
        return paired
    thrown = (Area.DISCARD, offer.seat, offer.tile)
    alike = (tile for tile in (*paired.pairs, *paired.missing) if (tile.area, tile.seat, tile.tile) == thrown)
    last = max(alike, default=None)
    if last is None or last not in renewed or last not in paired.pairs:
        return paired
    pairs = {tile: one for tile, one in paired.pairs.items() if tile != last}
    other = paired.pairs[last]
    if other.track == bound[last].track:  # the tracker takes the two for one
        other = replace(other, since=at)
    return replace(paired, pairs=pairs, missing=(*paired.missing, last), fresh=(*paired.fresh, other))


def _in_melds(fresh: Sequence[SeenPiece]) -> frozenset[Tile]:
    """The kinds of which a meld seems to have come."""
    kinds = Counter(piece.tile for piece in fresh if piece.area is Area.MELD)
    return frozenset(tile for tile, many in kinds.items() if tile is not None and many >= CLAIMED)


def _spot(tile: Laid, piece: SeenPiece) -> Spot:
    """Where a tile of the record is: a meld's tile lies there as one, whatever the view takes it for."""
    return replace(spot(piece), area=Area.MELD) if tile.area is Area.MELD else spot(piece)


def _paced(memory: Memory, at: float) -> Memory:
    """Memory of how long after the last view this one came."""
    if memory.at is None:
        return memory
    gap = at - memory.at
    pace = gap if memory.pace is None else min(gap, memory.pace)
    stirred = gap > STIRRED * pace
    if not stirred:
        return replace(memory, pace=pace, stirred=False)
    return replace(memory, pace=pace, stirred=True, moved=at, veiled=frozenset())


def _stands(
    seat: Seat, memory: Memory, state: RoundState, observation: Observation, backs: int, blank: int
) -> bool:
    """Whether a hand row that shows no faces is one that stands: its backs are seen, or from above or edge on
    nothing of it for long, though the camera never looked over that player's shoulder. `blank`: views in
    which it showed no faces.
    """
    if 2 * backs > state.seats[seat].size:
        return True
    return seat not in memory.faced and (blank >= BLANK or not observation.looked(Area.HAND, seat))


def _covered(
    observation: Observation, paired: Paired, bound: Mapping[Laid, Spot]
) -> frozenset[tuple[Area, Seat | None]]:
    """The areas not seen whole: those the view says, and those that several tiles are missing from at once,
    which no act explains: a hand is over them. What was never seen is not missing.
    """
    missing: dict[tuple[Area, Seat | None], int] = {}
    for tile in paired.missing:
        if tile not in bound:
            continue
        key = (tile.area, tile.seat)
        missing[key] = missing.get(key, 0) + 1
    hidden = {(area, seat) for area, seat in observation.hidden if seat is not None}
    if (Area.DISCARD, None) in observation.hidden:
        hidden |= {(Area.DISCARD, tile.seat) for tile in paired.missing}
    return frozenset(hidden | {key for key, many in missing.items() if many >= COVERED})


def _is_early(one: Fresh, begun: float | None, turn: Seat) -> bool:
    """Whether it lay there in the first view, before nobody, or where nobody has thrown yet and reads as no
    tile plainly does. `turn`: whose discard is the first.
    """
    if begun is None or one.first > begun or one.piece.seat == turn:
        return False
    return one.piece.seat is None or max(one.likelihoods) < PLAIN


def _found(one: Fresh, pieces: Sequence[SeenPiece]) -> bool:
    """Whether a face is among the tiles of the record now."""
    place = spot(one.piece)
    return any(place.holds(piece) and one.like(piece) > ALIKE for piece in pieces)
