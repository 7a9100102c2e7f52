"""What a film gives its watcher to see: of each act, the fewest frames in which a tile of it lies plainly.

A measure is fair where every act can be seen at least once, unless the camera missed just those frames.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.events import WallEmpty
from assistant.history.codec import decode
from tests.end_to_end.films_of_rounds import FilmedRound
from vision.synth.films import Film, Frame
from vision.synth.flights import Step
from vision.synth.moves import Draw
from vision.synth.pictures import is_clear
from vision.synth.reels import RoundReel


@dataclass(frozen=True)
class Act:
    """A visible line of the record (its number), the tiles that tell of it, and from when to when all of them
    lie as it left them, seconds of film. `missed`: the camera delivers no picture for a part of that."""

    line: int
    tiles: frozenset[int]
    start: float
    stop: float
    missed: bool


@dataclass
class Witness:
    """Counts in how many frames each tile of each act is plain. Tell it every frame."""

    acts: tuple[Act, ...]
    counts: dict[tuple[int, int], int] = field(default_factory=dict)
    """by line and tile"""

    @classmethod
    def of(cls, film: Film, round_: FilmedRound) -> Witness:
        """Nothing seen yet of a film of that round."""
        assert isinstance(film.reel, RoundReel)
        return cls(tuple(_acts(film.reel, round_)))

    def see(self, frame: Frame) -> None:
        """Take a frame."""
        clear = {truth.tile for truth in frame.picture.tiles if is_clear(truth)}
        for act in self.acts:
            if act.start <= frame.at < act.stop:
                for tile in act.tiles & clear:
                    self.counts[act.line, tile] = self.counts.get((act.line, tile), 0) + 1

    def frames(self, act: Act) -> int:
        """Frames that show that tile of the act which is shown least."""
        return min((self.counts.get((act.line, tile), 0) for tile in act.tiles), default=0)

    @property
    def never(self) -> tuple[Act, ...]:
        """Acts of which a tile is never plain."""
        return tuple(act for act in self.acts if not self.frames(act))


def _acts(reel: RoundReel, round_: FilmedRound) -> list[Act]:
    found = []
    for number, (step, line) in enumerate(zip(reel.steps, round_.shows, strict=True)):
        if line is None or isinstance(step.move, Draw) or isinstance(decode(round_.lines[line]), WallEmpty):
            continue
        tiles = _told(step)
        stop = reel.seconds
        for later in reel.steps[number + 1 :]:
            if any(_taken(later, tile) for tile in tiles):
                stop = later.start
                break
        missed = any(reel.missing(step.stop + part * 0.1) for part in range(int((stop - step.stop) * 10) + 1))
        found.append(Act(line, tiles, step.stop, stop, missed))
    return found


def _told(step: Step) -> frozenset[int]:
    """The tiles by which one knows of a move: those that came to lie elsewhere or turned over, and all of a
    meld that grew."""
    return frozenset(
        tile
        for tile, lying in step.after.items()
        if (old := step.before.get(tile)) is not None
        and (lying.area is not old.area or lying.side != old.side or abs(lying.spot.tip - old.spot.tip) > 0.3)
    )


def _taken(step: Step, tile: int) -> bool:
    """Whether a move takes a tile from its area."""
    old, new = step.before[tile], step.after.get(tile)
    return new is None or new.area is not old.area or new.side != old.side
