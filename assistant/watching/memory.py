"""记性: what is remembered from view to view: where known tiles lie, tiles not explained yet, what was asked.

The state outranks it: a tile that the record does not hold any more is forgotten, one that the record holds
is looked for. So it is only ever a help, and a fresh one is in step after one view.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from assistant.events import TableEvent
from assistant.observation import Area, SeenPiece
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.tiles import Tile
from assistant.watching.doubts import Doubt
from assistant.watching.laid import Laid
from assistant.watching.sight import is_flat
from assistant.watching.swaps import Swap
from assistant.watching.verdicts import Mend, Place, Question
from assistant.watching.wall_counting import IN_A_ROW, WallSeen

NEAR = 0.018
"""Half the width of a tile, in table units: nearer than this it is the same place."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece was: enough to know it again."""

    area: Area
    at: Place
    track: int

    def holds(self, piece: SeenPiece) -> bool:
        """Whether this piece is the one that was there."""
        if piece.area is not self.area:
            return False
        if self.track and piece.track == self.track:
            return True
        return apart(self, piece) < NEAR


def apart(one: Spot | SeenPiece | Thing, other: Spot | SeenPiece) -> float:
    """How far two pieces lie from each other, in table units."""
    return hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])


def spot(piece: SeenPiece) -> Spot:
    """Where a piece is."""
    return Spot(piece.area, piece.at, piece.track)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A face that the record does not explain, over the views it was seen in."""

    piece: SeenPiece
    """as seen last"""
    likelihoods: tuple[float, ...]
    """of all its views together"""
    views: int = 1
    first: float = 0.0
    """when it was seen first, in seconds of video"""
    gone: int = 0
    """views since, in which it was not found"""
    stacked: float | None = None
    """a tile of a pong that may lie on another: the log odds of it; None for a face of its own"""

    early: bool = False
    """it lay there before anything was recorded, or people have passed it over time after time"""
    calm: bool = False
    """it came where a view just before showed none, though nothing moved in between"""
    haunted: bool = False
    """it lies where a face was seen before that was none, or was denied more than once"""
    against: int = 0
    """how much people have said against its being a tile in question"""

    @property
    def is_thing(self) -> bool:
        """Whether it may be a thing that is no tile."""
        return self.stacked is None and (self.early or is_flat(self.likelihoods))

    def like(self, piece: SeenPiece) -> float:
        """0..1: how much alike the two read."""
        return sum(one * other for one, other in zip(self.likelihoods, piece.likelihoods, strict=True))


class Thing(NamedTuple):
    """A face that people have said something against: where it lies, the class that it reads as, and how
    much.
    """

    at: Place
    kind: int
    against: int


class Opened(NamedTuple):
    """A hand row that shows faces. `views`: for how many views; `since`: since when, in seconds of video, and
    `after`: when the view before was; `faces`: how many now; `steady`: in how many views in a row so many.
    """

    seat: Seat
    views: int
    since: float
    after: float
    faces: int
    steady: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What was seen of one round so far. A new round begins with a new one."""

    begun: float | None = None
    """when the first view was, in seconds of video"""
    at: float | None = None
    """when the last view was, in seconds of video"""
    pace: float | None = None
    """seconds between two views of a table at rest"""
    stirred: bool = False
    """whether the last view came later than that: something had moved"""
    moved: float | None = None
    """when the last such view was, in seconds of video"""
    veiled: frozenset[tuple[Area, Seat | None]] = frozenset()
    """areas that one of the views since was not seen whole in"""
    bound: tuple[tuple[Laid, Spot], ...] = ()
    """where the tiles of the record were seen last"""
    absent: tuple[tuple[Laid, int], ...] = ()
    """tiles of the record not found, and in how many views that looked"""
    homes: tuple[tuple[Laid, Spot], ...] = ()
    """where discards lay that seem to lie elsewhere now"""
    unshown: tuple[tuple[Laid, float], ...] = ()
    """tiles of the record that no view has shown, and since when, in seconds of video"""
    fresh: tuple[Fresh, ...] = ()
    blank: tuple[tuple[Seat, int], ...] = ()
    """in how many views each hand row showed no faces"""
    closed: frozenset[Seat] = frozenset()
    """whose hand has been seen standing, or as a row whose faces cannot be seen from here"""
    faced: frozenset[Seat] = frozenset()
    """whose standing hand shows its faces: the camera looks over that player's shoulder"""
    opened: tuple[Opened, ...] = ()
    """hands that show faces now"""
    explained: tuple[tuple[TableEvent, Spot], ...] = ()
    """which tile told an event that was accepted"""
    refused: tuple[tuple[TableEvent, Spot], ...] = ()
    """what a person took back, and the tile that told it: not proposed again from there"""
    declined: tuple[tuple[TableEvent, Spot], ...] = ()
    """what a person said no to: not proposed again from there until something is recorded"""
    events: int = 0
    """how many lines the record had"""
    open: Question | None = None
    """the question that waits for a tap"""
    doubtful: tuple[tuple[TableEvent, Spot], ...] = ()
    """the events of its options, and the tiles that told them"""
    pointed: tuple[tuple[TableEvent, Spot], ...] = ()
    """what a person chose, and the one tile that it was asked about"""
    asked: frozenset[frozenset[tuple[TableEvent, ...]]] = frozenset()
    """the options of questions asked already, since something was recorded last"""
    said: frozenset[str] = frozenset()
    """contradictions already told"""
    taken_ups: int = 0
    """how often it was asked whether to take up what lies there, since something was recorded"""
    taken_up: float = 0.0
    """when it was asked last, in seconds of video"""
    left_over: tuple[Spot, ...] = ()
    """what lies there and is not taken up with the rest, where that is asked"""
    unsure: tuple[tuple[Doubt, ...], ...] = ()
    """for each way in which the rest is taken up, the discards of it of which the kind is in doubt"""
    newest: float = 0.0
    """when the tile that told the last act was seen first, in seconds of video"""
    stacked: tuple[Fresh, ...] = ()
    """tiles of pongs that may lie on a fourth one"""
    counted: tuple[int, int] | None = None
    """the wall's stacks in the last view, and in how many views in a row; None where it was not seen whole"""
    walls: tuple[WallSeen, ...] = ()
    """how long the wall was seen to be, each length once"""
    odd: int = 0
    """views in a row that nothing legal fits"""
    renewed: frozenset[Laid] = frozenset()
    """discards of the record in whose place a tile new to the tracker has come to lie since"""
    doubts: tuple[Doubt, ...] = ()
    """recorded discards of which the kind is in doubt, in the order of their recording"""
    swaps: tuple[Swap, ...] = ()
    """recorded discards of which nobody saw who threw which"""
    over: int = 0
    """in how many views the round was finished"""
    mended: frozenset[Tile] = frozenset()
    """kinds of which a fifth copy was asked about"""
    judged: frozenset[Laid] = frozenset()
    """discards of the record of which a person was asked what they are: those stand as told"""
    otherwise: tuple[tuple[Laid, int], ...] = ()
    """discards of the record that read as another kind, and in how many views"""
    doubted: frozenset[Laid] = frozenset()
    """discards of the record that were asked about since the table did not bear them out"""
    ghosts: tuple[Place, ...] = ()
    """where faces came and went that nothing explains, or were denied more than once"""
    amazed: int = 0
    """tiles that read surely, and were told to be of another kind"""
    noes: tuple[Place, ...] = ()
    """where the tiles lie of which a person said once that they tell none of what was asked"""
    things: tuple[Thing, ...] = ()
    """faces that people have passed over"""
    quiet: float | None = None
    """since when, in seconds of video, tiles lie there of which nothing could be told"""
    searched: tuple[object, ...] = ()
    """what was looked at when nothing could be told last: the same is not looked at again"""
    tried: float | None = None
    """when that was, in seconds of video"""
    ways: int = 0
    """how often the way back was asked for since something was recorded"""
    worth: float = 0.0
    """log odds of all that was accepted so far"""
    whole: float = 0.0
    """log odds of the last view that was weighed, with what explains it best"""
    put: float | None = None
    """when the open question came up, in seconds of video, until its answers are followed"""
    later: tuple[tuple[Question, float], ...] = ()
    """questions that gave way to others, and when each is put again, in seconds of video"""
    ahead: tuple[Branch, ...] = ()
    """how it goes on with each answer to the open question, while nobody has tapped one"""
    untold: bool = False
    """whether the open question came up ahead of an answer, and is still to be put"""

    @property
    def stacks(self) -> int | None:
        """The wall's stacks, None where views do not agree."""
        return self.counted[0] if self.counted is not None and self.counted[1] >= IN_A_ROW else None


class Onward(NamedTuple):
    """One event of a branch, the round after it, and the odds, 0..1, with which it was told."""

    event: TableEvent
    after: RoundState
    odds: float = 1.0


@dataclass(frozen=True, slots=True)
class Branch:
    """How the round goes on with one answer to an open question."""

    option: int
    """the answer, by its number"""
    own: int
    """how many events it stands for"""
    base: RoundState
    """the record when it was asked"""
    since: float
    """when that was, in seconds of video"""
    path: tuple[Onward, ...]
    """the answer's events, and what was accepted after them"""
    memory: Memory
    tapped: bool = False
    """whether a person gave this answer"""
    discount: float = 0.0
    """by what log odds it was worth less when it was asked than it is held for since"""
    reading: float = 0.0
    """log odds with which its tiles read so, as they read now"""
    leads: int = 0
    """views in a row in which it was far likelier than the others"""
    firm: tuple[Mend, ...] = ()
    """doubtful discards that only the record itself can have mended"""

    @property
    def state(self) -> RoundState:
        """Where the round stands with it."""
        return self.path[-1].after if self.path else self.base

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The answer's events, and what was accepted after them."""
        return tuple(one.event for one in self.path)
