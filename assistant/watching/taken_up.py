"""接上: the last way back into a round whose thread is lost: what lies on the table in one full view is taken
up as it lies there, as one tap. The order of the discards in between and who threw a claimed tile stay
unknown; what money hangs on is offered in each way that it may have been, and never supposed while somebody
may answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from assistant.checks import check
from assistant.events import Discarded, Drawn, Gap, How, Konged, Melded, Ponged, TableEvent, WallEmpty, Won
from assistant.melds import Meld, MeldKind
from assistant.moves import begun, move
from assistant.observation import Area
from assistant.seats import Seat, after
from assistant.state import Phase, RoundState
from assistant.tiles import COPIES, KINDS, TILES, Tile
from assistant.untold import HOW
from assistant.watching.doubts import Doubt
from assistant.watching.explanations import Table, bare
from assistant.watching.laid import Laid
from assistant.watching.meld_layout import crosswise
from assistant.watching.memory import Fresh, Memory, spot
from assistant.watching.open_hands import HandSeen
from assistant.watching.verdicts import Nothing, Question, Verdict

PLAIN = 0.9
"""A face reads surely from this likelihood on."""
VIEWS = 3
"""It has been seen in so many views, and an open hand, too."""
READS = 0.5
"""A discard that reads unsurely is taken up as the likeliest kind from this likelihood on, and asked about
with the others when the round is over."""
MAY_BE = 0.1
"""It may be of a kind from this likelihood on."""
MOST_UNPLAIN = 0.5
"""Where more than this share of the new faces reads unsurely, the view is no plain one."""
MOST_LEFT = 0.3
"""Where more than this share of what is new cannot be taken up, table or record are not what they seem."""
ENOUGH = 3
"""So many new tiles, and more, are worth taking up; fewer are asked about one by one."""
WAYS = 12
"""So many options at most."""
LATE, LAID = 5, 3
"""So many discards, or so many tiles of melds, that lie there in the first view tell that a round is not seen
from its deal."""
WAITS = 6.0
"""Seconds of video for which such a round waits for a full view."""
ADRIFT = 12.0
"""Seconds of video since the tile came that told the last act; twice as long after each no."""
AT_ONCE = 0.5
"""Tiles seen first within so many seconds of each other came in an order that nobody knows."""

Way = tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Something on the table that the record does not have: since when it lies there, in seconds of video,
    the faces that show it, and each way in which it may have come, by what money hangs on.
    """

    first: float
    faces: tuple[Fresh, ...]
    seat: Seat | None
    kinds: tuple[Tile, ...]
    """what a discard may be, the likeliest first"""
    ways: tuple[Way, ...]


def is_adrift(memory: Memory, at: float) -> bool:
    """Whether the thread is lost: for long nothing was recorded, though tiles lie there that nothing explains
    and people were asked in vain what came next. `at`: seconds of video.
    """
    if memory.open is not None or memory.quiet is None or not memory.ways:
        return False
    since = max(memory.newest, memory.taken_up)
    return at - since >= ADRIFT * (1 << memory.taken_ups)


def late(memory: Memory, state: RoundState, table: Table) -> tuple[Memory, Verdict] | None:
    """What comes of a view of a round of which nothing is recorded and that is not seen from its deal:
    whether to take up what lies there is asked before anything is told; None where it is seen from there, or
    people have answered.
    """
    if state.opened or state.claimed or memory.begun is None:
        return None
    if memory.open is not None:
        return None if memory.open.lost is None else (memory, Nothing())
    if memory.taken_ups:
        return None
    early = [one for one in table.evidence.fresh if _lies(one) and one.first <= memory.begun]
    areas = [one.piece.area for one in early]
    if areas.count(Area.DISCARD) < LATE and areas.count(Area.MELD) < LAID:
        return None
    waits = table.evidence.observation.at - memory.begun <= WAITS
    if waits and (not _is_full(table) or min(one.views for one in early) < VIEWS):
        return memory, Nothing()
    memory, verdict = taken_up(memory, state, table, full=waits)
    return (memory, verdict) if isinstance(verdict, Question) else None


def taken_up(memory: Memory, state: RoundState, table: Table, full: bool = True) -> tuple[Memory, Verdict]:
    """A question whether to take up what lies there; Nothing where the view is not full and plain, unless it
    need not be `full`, or where too little has come since.
    """
    at = table.evidence.observation.at
    if full and not _is_full(table):
        return memory, Nothing()
    found = tuple(_all_found(memory, state, table))
    if sum(len(one.faces) for one in found) < ENOUGH:
        return memory, Nothing()
    told: list[Found] = []
    for one in found:
        told += [one] if _ways([*told, one]) <= WAYS else []  # the rest is asked about the next time
    options: dict[Way, tuple[Doubt, ...]] = {}
    recorded: list[Found] = []
    for ways in product(*(one.ways for one in told)):
        events, recorded, doubts = _in_order(memory, state, table, tuple(zip(told, ways, strict=True)))
        if events:
            options.setdefault(events, doubts)
    key = frozenset(options)
    if not options or key in memory.asked:
        return memory, Nothing()
    if len(found) - len(recorded) > MOST_LEFT * len(found):
        return memory, Nothing()
    faces = [face for one in recorded for face in one.faces]
    lost = (memory.newest if state.opened else at, at)
    question = Question((*options, ()), tuple(dict.fromkeys(face.piece.at for face in faces)), lost=lost)
    old = (one for one in table.evidence.fresh if _lies(one) and one.views >= VIEWS)
    rest = tuple(spot(one.piece) for one in old if one not in faces)
    memory = replace(memory, left_over=rest, unsure=tuple(options.values()), doubtful=(), quiet=None)
    memory = replace(memory, taken_up=at, taken_ups=memory.taken_ups + 1)
    return replace(memory, open=question, asked=memory.asked | {key}), question


def set_aside(memory: Memory, question: Question, option: int | None) -> Memory:
    """Memory after an answer: what was not taken up with the rest holds nothing up any more, and of what
    reads unsurely the doubt is kept.
    """
    if question.lost is None:
        return memory
    if option is None or option >= len(memory.unsure):
        return replace(memory, left_over=(), unsure=())
    fresh = tuple(
        replace(one, early=True) if any(place.holds(one.piece) for place in memory.left_over) else one
        for one in memory.fresh
    )
    doubts = (*memory.doubts, *memory.unsure[option])
    return replace(memory, fresh=fresh, doubts=doubts, left_over=(), unsure=())


def _is_full(table: Table) -> bool:
    """Whether all discards and melds are seen, and what is new there, not just now, reads surely."""
    if {area for area, _ in table.evidence.observation.hidden} & {Area.DISCARD, Area.MELD}:
        return False
    new = [one for one in table.evidence.fresh if _lies(one) and one.views >= VIEWS]
    return sum(not _is_plain(one) for one in new) <= MOST_UNPLAIN * len(new)


def _lies(one: Fresh) -> bool:
    """Whether a face lies there, among discards or melds, and may be a tile."""
    areas = (Area.DISCARD, Area.MELD)
    return one.stacked is None and one.piece.area in areas and not one.is_thing and not one.gone


def _is_plain(one: Fresh) -> bool:
    """Whether a new face has read surely for long enough."""
    return one.views >= VIEWS and max(one.likelihoods[:KINDS]) >= PLAIN


def _kind(one: Fresh) -> Tile:
    return TILES[max(range(KINDS), key=one.likelihoods.__getitem__)]


def _kinds(one: Fresh) -> tuple[Tile, ...]:
    """What a new discard may be, the likeliest first; nothing where it cannot be read."""
    if max(one.likelihoods[:KINDS]) < READS:
        return ()
    able = [tile for tile in TILES if one.likelihoods[tile] >= (PLAIN if _is_plain(one) else MAY_BE)]
    return tuple(sorted(able, key=lambda tile: -one.likelihoods[tile]))


def _ways(found: Sequence[Found]) -> int:
    many = 1
    for one in found:
        many *= len(one.ways)
    return many


def as_claimed(meld: Melded) -> TableEvent:
    """A meld as the act that a camera tells which sees it come."""
    kind, tile = meld.meld.kind, meld.meld.tile
    return Ponged(meld.seat, tile) if kind is MeldKind.PONG else Konged(meld.seat, HOW[kind], tile)


def _taken_back(memory: Memory, event: TableEvent, faces: Sequence[Fresh]) -> bool:
    """Whether people took back that a camera told this by one of these faces."""
    act = as_claimed(event) if isinstance(event, Melded) else event
    return any(
        bare((no,)) == bare((act,)) and any(place.holds(one.piece) for one in faces)
        for no, place in memory.refused
    )


def _all_found(memory: Memory, state: RoundState, table: Table) -> Iterator[Found]:
    """All that is new, in the order in which it came, but for what people took back."""
    plain = [one for one in table.evidence.fresh if _lies(one) and _is_plain(one)]
    found = [
        Found(one.first, (one,), one.piece.seat, _kinds(one), ((),))
        for one in table.evidence.fresh
        if _lies(one) and one.piece.area is Area.DISCARD and one.views >= VIEWS and _kinds(one)
    ]
    melds: dict[tuple[Seat, Tile], list[Fresh]] = {}
    for one in plain:
        if one.piece.area is Area.MELD and one.piece.seat in state.playing:
            melds.setdefault((one.piece.seat, _kind(one)), []).append(one)
    for (seat, tile), faces in melds.items():
        able = _meld_ways(state, table, seat, tile, faces)
        ways = tuple(way for way in able if not _taken_back(memory, way[-1], faces))
        if ways:
            found.append(Found(max(one.first for one in faces), tuple(faces), seat, (), ways))
    hands = [one for one in table.evidence.hands if one.is_open and one.views >= VIEWS]
    opened = {one.seat for one in hands}
    if opened and opened >= set(state.playing) and len(opened) > 1:
        since = max(one.since for one in hands)
        found.append(
            Found(since, tuple(face for one in hands for face in one.faces), None, (), ((WallEmpty(),),))
        )
    else:
        won = (one for one in hands if not _taken_back(memory, Won((one.seat,)), one.faces[:1]))
        found += [one for hand in won for one in _win(state, hand)]
    yield from sorted(found, key=lambda one: one.first)


def _meld_ways(
    state: RoundState, table: Table, seat: Seat, tile: Tile, faces: Sequence[Fresh]
) -> Iterator[Way]:
    """How a new meld may have come about, the likeliest first."""
    pong = Meld(MeldKind.PONG, tile)
    if pong in state.seats[seat].melds:
        yield (Melded(seat, Meld(MeldKind.ADDED_KONG, tile)),)
        return
    threw = [
        laid.seat
        for laid in table.missing
        if laid.area is Area.DISCARD and laid.tile is tile and laid.seat != seat
    ]
    givers = threw if len(threw) == 1 else [one for one in after(seat, state.players) if one in state.playing]
    if len(faces) == COPIES - 1:
        yield (Melded(seat, pong, threw[0] if len(threw) == 1 else None),)
    elif len(faces) == COPIES:
        exposed = [(Melded(seat, Meld(MeldKind.EXPOSED_KONG, tile), giver),) for giver in givers]
        own = [
            (Melded(seat, Meld(MeldKind.CONCEALED_KONG, tile)),),
            (Melded(seat, Meld(MeldKind.ADDED_KONG, tile)),),
        ]
        yield from [*exposed, *own] if threw or crosswise(faces) > 0 else [own[0], *exposed, own[1]]


def _win(state: RoundState, hand: HandSeen) -> Iterator[Found]:
    """A hand of a player still in that lies open: won by a self-draw, or off anybody. Where the tile that won
    does not lie apart, it is asked about once the rest is taken up.
    """
    seat, apart = hand.seat, hand.apart
    if seat not in state.playing or apart is None or not _is_plain(apart):
        return
    tile = _kind(apart)
    others = [one for one in after(seat, state.players) if one in state.playing]
    ways: list[Way] = [(Drawn(seat, tile), Won((seat,)))]
    ways += [(Drawn(one), Discarded(one, tile), Won((seat,))) for one in others]
    yield Found(hand.since, hand.faces, seat, (), tuple(ways))


def _in_order(
    memory: Memory, state: RoundState, table: Table, told: Sequence[tuple[Found, Way]]
) -> tuple[Way, list[Found], tuple[Doubt, ...]]:
    """The events that take things up in the order in which they came, with a gap wherever they do not follow
    on each other, the things that they tell, not what would be a fifth copy or does not fit otherwise, and
    the doubts about kinds.
    """
    line = _Line(begun(state), memory, table.missing)
    if state.lost or not state.opened:
        line.add(*line.gap)  # lost once more, or a hand that is not seen from its deal
    recorded, left = [], list(told)
    while left:
        least = left[0][0].first + AT_ONCE
        able = [pair for pair in left if pair[0].first < least]
        one, way = next((pair for pair in able if not pair[1] and pair[0].seat == line.state.turn), able[0])
        left.remove((one, way))
        if line.takes(one, way):
            recorded.append(one)
    newest = [one.first for one in recorded]
    last = line.events[-1:] and line.events[-1]
    sure = isinstance(last, Discarded | Ponged | Konged | WallEmpty)
    together = sum(max(newest, default=0.0) - first < AT_ONCE for first in newest) > 1
    if line.events and not line.state.finished and (together or not sure):
        line.add(*line.gap)  # whose turn it is shows with the next discard
    return tuple(line.events), recorded, tuple(line.doubts)


class _Line:
    """A record as it goes on."""

    def __init__(self, state: RoundState, memory: Memory, missing: Mapping[Laid, int]) -> None:
        self.state = state
        self.memory = memory
        self.missing = missing
        self.events: list[TableEvent] = []
        self.doubts: list[Doubt] = []

    @property
    def gap(self) -> tuple[Gap, ...]:
        """What says that play went on; one of all says that nobody has checked it."""
        if self.state.lost and self.events:
            return ()
        return (Gap(checked=any(isinstance(one, Gap) for one in self.events)),)

    def add(self, *events: TableEvent) -> bool:
        """Adds events where each of them fits; whether it did."""
        state = self.state
        for event in events:
            if check(state, event):
                return False
            state = move(state, event)
        self.state = state
        self.events += events
        return True

    def takes(self, one: Found, way: Way) -> bool:
        """Adds what was found, after a gap where that is needed."""
        before = self.gap
        if way and isinstance(way[0], Melded):
            return self._claims(way[0]) or self.add(*before, *way)
        if way:
            return self.add(*way) or self.add(*before, *way)
        seat = self.state.turn if one.seat is None else one.seat
        number = len(self.state.seats[seat].discards)
        drawn = () if self.state.phase is Phase.ACT and self.state.turn == seat else (Drawn(seat),)
        for tile in one.kinds:
            thrown = Discarded(seat, tile)
            if _taken_back(self.memory, thrown, one.faces):
                continue
            if self.add(*drawn, thrown) or self.add(*before, Drawn(seat), thrown):
                (face,) = one.faces
                if not _is_plain(face):
                    self.doubts.append(Doubt(seat, number, tile, face.likelihoods[:KINDS], face.piece.at))
                return True
        return False

    def _claims(self, meld: Melded) -> bool:
        """Adds a meld as the claim of the last discard where that is gone and of its kind."""
        offer = self.state.offer
        if offer is None or self.events or offer.tile is not meld.meld.tile:
            return False
        if not any(
            (tile.area, tile.seat, tile.tile) == (Area.DISCARD, offer.seat, offer.tile)
            for tile in self.missing
        ):
            return False
        if meld.meld.kind is MeldKind.PONG:
            return self.add(Ponged(meld.seat, offer.tile))
        if meld.meld.kind is MeldKind.EXPOSED_KONG and meld.giver == offer.seat:
            return self.add(Konged(meld.seat, How.EXPOSED, offer.tile))
        return False
