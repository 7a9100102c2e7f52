"""How well the camera follows whole rounds: drawn films through the pipeline of `tangzi watch`.

    python -m tests.benchmarks.watching [--rounds 40] [--controls 8] [--reader NAME] [--size 1920x1080]
                                        [--learnt] [--patience SECONDS|never] [--out FILE]

Two groups of rounds: `strivers` play to win from fair deals, as people do; `dense` are rounds full of claims,
kongs and wins, harder than what tables play. Every film has another tile set, camera, cloth, light and manner
of laying tiles; hands in the way, tiles nudged, frames missed. `--reader placed` knows every tile and its
place and measures the record alone; `truth` knows what each frame shows, errs a little, and so measures
placing and following too; `shipped`, or a model folder, reads the pixels. Questions are answered a second
later by somebody who saw the table. One line a film goes to the file (runs/watching.csv), finished films are
not made again: stop and go on at will. Controls: mixing, wall building and tables at rest, of which nothing
may be recorded. `--size`: of the pictures in pixels, 1280x720 by default; the same tables through the same
optics on a finer sensor. Rows of another size bear it behind the reader's name, so that one file holds both.
`--patience`: seconds until a question is answered, 1 by default; `never`: nobody answers, as where
`tangzi watch` runs alone (declared suits and side bets are told, as by its options).
`--learnt`: before each film its camera sees the 27 kinds laid in three rows on its empty table, and the film
is read with the set that this taught, as by `tangzi learn --source`; where the lesson is refused, without.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.assistant.players.sitting import Line
from tests.assistant.scripted_table.answering import plain
from tests.benchmarks.watched_rows import CONTROL, Row, keep, kept, summary, table
from tests.end_to_end.filmed_lesson import taught
from tests.end_to_end.films_of_rounds import (
    NONE,
    FilmedRound,
    Mishaps,
    film_of,
    filmed,
    played,
    striven,
)
from tests.end_to_end.truth_looker import TruthLooker
from tests.end_to_end.truth_reader import TruthReader
from tests.end_to_end.watched_film import PATIENCE, Looking, Outcome, watch_film
from tests.own_faces import own_faces
from vision.calibration import Geometry
from vision.detectors.opening import Detector, open_detector
from vision.detectors.two_stage import TwoStage
from vision.lessons import LessonError
from vision.synth import moves as acts
from vision.synth.faces import FaceSet
from vision.synth.films import Film
from vision.synth.laying import Plan, Pond
from vision.synth.lenses import Lens
from vision.synth.moves import Move
from vision.synth.pictures import any_manner, any_setting, filled
from vision.synth.reels import Reel, RoundReel, Tempo
from vision.synth.restless import MixingReel
from vision.synth.settings import SIZE, Setting
from vision.synth.tables import TableScene, Wall, standing
from vision.synth.tile_sets import invented_sets
from web.watching import Looker

HOUSES: tuple[tuple[str, dict[str, object]], ...] = (
    ("chengdu", {}),
    ("maomaoyu", {}),
    ("sbr-2025", {}),
    ("chengdu", {"players": 3}),
    ("online", {}),
    ("chengdu", {"exchange_three": True, "concealed_kong_shown": "middle"}),
)
PACE = Tempo(claim=(0.75, 1.3), hurry=1.35)
"""About 3.6 seconds a turn: people who know the game and are in no hurry. Who claims takes a second."""
BARE = Lens(blur=0.0, grain=0.0, quality=None, flicker=0.0)
START: Line = {
    "kind": "round_started",
    "rules": "chengdu",
    "overrides": {},
    "names": list("ABCD"),
    "wall": 56,
}


@lru_cache(maxsize=1)
def tile_sets() -> list[FaceSet]:
    """Our own faces, and sets that nobody made."""
    return [own_faces(), *invented_sets(7, [], own_faces())]


def house(seed: int) -> tuple[str, dict[str, object]]:
    """The rules of a film's round."""
    return HOUSES[seed % len(HOUSES)]


@dataclass(frozen=True, eq=False)
class Case:
    """A film to be watched: what it is called, its rules in a word, and its round (None for a control)."""

    name: str
    rules: str
    pond: Pond
    film: Film
    lines: Sequence[Line]
    round_: FilmedRound | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures in pixels."""
        return self.film.board.wide, self.film.board.high

    @property
    def geometry(self) -> Geometry:
        """The table as somebody taps its corners before the start."""
        a, b, c, d = self.film.corners
        if self.round_ is None:
            return Geometry((a, b, c, d), self.size)
        return Geometry((a, b, c, d), self.size, tuple(range(self.round_.players)), self.round_.dealer_side)


GROUPS = ("strivers", "dense")


def round_case(seed: int, rate: float, group: str = GROUPS[0], size: tuple[int, int] = SIZE) -> Case:
    """One round under rules, at a table and in a manner of its own, played as its group plays; `size` of its
    pictures."""
    preset, overrides = house(seed)
    rng = Random(f"watched {seed}")
    players = int(str(overrides.get("players", 4)))
    lines = (striven if group == GROUPS[0] else played)(seed, preset, overrides)
    round_ = filmed(
        lines,
        dealer_side=rng.randrange(players),
        break_at=rng.randrange(54),
        stacked=rng.random() < 0.5,
        behind=rng.random() < 0.3,
        mishaps=Mishaps() if seed % 4 else NONE,
        seed=seed,
    )
    pond = tuple(Pond)[seed // 2 % 3]
    film = film_of(round_, seed, pond=pond, sets=tile_sets(), rate=rate, tempo=PACE, size=size)
    film.setting = filmed_at(film.setting, size)
    return Case(f"{group}-{seed}", f"{preset} {players}", pond, film, lines, round_)


def filmed_at(setting: Setting, size: tuple[int, int]) -> Setting:
    """The setting with its lens as it is before a sensor of another size."""
    return replace(setting, lens=setting.lens.scaled(size[0] / SIZE[0]))


def control_case(seed: int, rate: float, size: tuple[int, int] = SIZE) -> Case:
    """A film in which nothing happens that counts; `size` of its pictures."""
    random = np.random.default_rng((seed, 91))
    manner = any_manner(random, seed)
    faces = tile_sets()[seed % len(tile_sets())]
    setting = filmed_at(any_setting(faces, random, manner.tiles_wide, size, still=True), size)
    plan = Plan(manner, setting.material)
    reel: Reel
    if seed % 4 == 3:
        hands = standing(13)
        scene = filled(TableScene((hands, hands, hands, hands), Wall(9, 52)), random)
        nothing: list[Move] = [
            acts.Pause(3.0),
            acts.Sweep(1),
            acts.Pause(2.0),
            acts.Sweep(2),
            acts.Pause(4.0),
        ]
        reel = RoundReel(scene, nothing, plan, seed=seed)
    else:
        reel = MixingReel(plan, seed=seed, open_share=float(random.uniform(0.05, 0.5)))
    film = Film(reel, plan, setting, rate=rate, seed=seed)
    return Case(f"{CONTROL}-{seed}", "rest" if seed % 4 == 3 else "mixing", manner.pond, film, [START])


def watch(
    case: Case, reader: Detector | None, learnt: bool = False, patience: float | None = PATIENCE
) -> tuple[Row, Outcome]:
    """Watch a film; `reader` None: every tile is known and placed without a fault. `learnt`: its camera
    teaches the reader its tile set before. `patience`: seconds until a question is answered, None: never."""
    looker: Looking
    if reader is None:
        looker = TruthLooker(case.geometry)
        case.film.setting = replace(case.film.setting, lens=BARE)
    else:
        looker = Looker(_taught(case, reader) if learnt else reader, case.geometry)
    told = reader if isinstance(reader, TruthReader) else None
    outcome = watch_film(case.film, case.lines, looker, told, case.round_, patience)
    title = titled("placed" if reader is None else reader.title, case.size, learnt, patience)
    row = row_of(case, title, outcome)
    return row, outcome


def _taught(case: Case, reader: Detector) -> Detector:
    try:
        return taught(case.film, reader, case.geometry, case.film.seed)
    except LessonError as refused:
        print(f"{case.name}: the lesson is refused: {refused}", file=sys.stderr, flush=True)
        return reader


def titled(
    reader: str, size: tuple[int, int], learnt: bool = False, patience: float | None = PATIENCE
) -> str:
    """A reader's name in the rows: with the pictures' size where it is not the usual one, with whether it
    learnt each film's tile set, and with when somebody answers where that is not the usual time."""
    told = reader if size == SIZE else f"{reader} at {size[0]} x {size[1]}"
    told = f"{told}, set learnt" if learnt else told
    if patience == PATIENCE:
        return told
    return f"{told}, nobody answers" if patience is None else f"{told}, answered after {patience:g} s"


def row_of(case: Case, reader: str, outcome: Outcome) -> Row:
    """What is kept of an outcome."""
    told = outcome.told
    recorded = len(plain(told.events)) if case.round_ is not None else len(told.events) - 1
    reel = case.film.reel
    frames = max(outcome.frames, 1)
    late = sorted(outcome.late)
    witness = outcome.witness
    return Row(
        film=case.name,
        reader=reader,
        house=case.rules,
        pond=str(case.pond),
        frames=outcome.frames,
        views=outcome.views,
        events=len(plain(told.truth)),
        recorded=recorded,
        exact=told.exact,
        ledger=told.ledger,
        wrong=told.wrong if case.round_ is not None else recorded,
        unseen=told.unseen,
        questions=told.questions,
        contradictions=len(told.contradictions),
        late_mean=round(statistics.fmean(late), 3) if late else 0.0,
        late_95=round(late[int(len(late) * 0.95)], 3) if late else 0.0,
        hurry=round(reel.tempo.hurry, 2) if isinstance(reel, RoundReel) else 1.0,
        look_ms=round(outcome.look_seconds / frames * 1000, 1),
        step_ms=round(outcome.step_seconds / frames * 1000, 1),
        unshown=sum(not act.missed for act in witness.never) if witness is not None else 0,
        brief=sum(witness.frames(act) < 2 for act in witness.acts) if witness is not None else 0,
    )


def reader_of(name: str) -> Detector | None:
    """The reader of that name; None for `placed`, which needs none."""
    if name == "placed":
        return None
    if name == "truth":
        return TruthReader()
    return open_detector(None if name == "shipped" else name, size=1280)


def size_of(text: str) -> tuple[int, int]:
    """Width and height of `1920x1080`; ValueError for what is none, as argparse wants it."""
    width, height = (int(part) for part in text.split("x"))
    return width, height


def patience_of(text: str) -> float | None:
    """Seconds until a question is answered, None for `never`; ValueError for what is neither."""
    return None if text == "never" else float(text)


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.watching",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--group", action="append", choices=GROUPS, help="one group alone; may be repeated")
    parser.add_argument("--rounds", type=int, default=40, help="of each group")
    parser.add_argument("--controls", type=int, default=8)
    parser.add_argument("--first", type=int, default=0, help="number of the first film")
    parser.add_argument("--reader", default="truth")
    parser.add_argument("--rate", type=float, default=3.0, help="frames a second")
    parser.add_argument("--size", type=size_of, default=SIZE, metavar="WIDTHxHEIGHT", help="of the pictures")
    parser.add_argument("--learnt", action="store_true", help="teach the reader each film's set first")
    parser.add_argument("--patience", type=patience_of, default=PATIENCE, metavar="SECONDS|never")
    parser.add_argument("--table", action="store_true", help="print the file's films as a table, watch none")
    parser.add_argument("--out", type=Path, default=Path("runs/watching.csv"))
    options = parser.parse_args(arguments)
    rows = kept(options.out)
    if options.table:
        print("\n".join(table(rows)))
        return 0
    cv2.setNumThreads(1)
    reader = reader_of(options.reader)
    if options.learnt and not isinstance(reader, TwoStage):
        parser.error("--learnt needs a reader of pixels: give --reader shipped or a model folder")
    name = "placed" if reader is None else reader.title
    title = titled(name, options.size, options.learnt, options.patience)
    done = {(row.film, row.reader) for row in rows}
    numbers = range(options.first, options.first + options.rounds)
    films = [(group, number) for group in options.group or GROUPS for number in numbers]
    films += [(CONTROL, options.first + number) for number in range(options.controls)]
    for group, number in films:
        if (f"{group}-{number}", title) in done:
            continue
        if group == CONTROL:
            case = control_case(number, options.rate, options.size)
        else:
            case = round_case(number, options.rate, group, options.size)
        row, _ = watch(case, reader, options.learnt, options.patience)
        keep(options.out, row)
        rows.append(row)
        print(row, file=sys.stderr, flush=True)
    print("\n".join(summary(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
