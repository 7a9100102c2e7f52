"""`tangzi watch`: a video or a camera over a table to events."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.problems import Problem
from web.commands.common import (
    DONE,
    UNUSABLE,
    RefusedError,
    add_json,
    add_model,
    add_rules,
    add_tileset,
    cannot_write,
    check_folder,
    print_json,
    rules_of,
    say,
)
from web.commands.geometry import (
    add_geometry,
    geometry_of,
    keep_geometry,
    with_corners,
)
from web.commands.watch_start import players_of, seated, started, told_before

if TYPE_CHECKING:
    from assistant.seats import Seat
    from vision.calibration import Geometry
    from vision.frames import Pixels
    from vision.sources import Source, Taken
    from web.commands.typed import Typed
    from web.commands.watched_table import WatchedTable
    from web.watching import Looker

NAME = "watch"
HELP = "跟桌: follow a round from a video, a webcam or a network camera; prints events as they are accepted"
ASKING = ("question", "answered", "settled", "dropped", "problem")
"""Lines that somebody who answers at a terminal wants to read."""
PATIENCE = 8.0
"""Seconds without a table in sight after which that is said."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The source, the table's geometry, the rules, which model and tile set."""
    parser.add_argument(
        "source",
        metavar="VIDEO|0|rtsp://...",
        help="a video file, a folder of pictures, a webcam's number, or a network camera's address",
    )
    add_geometry(parser)
    parser.add_argument(
        "--dealer",
        metavar="SIDE",
        type=int,
        choices=range(4),
        help="the side of the dealer, over table.toml; without either, whoever throws first deals",
    )
    parser.add_argument(
        "--overlay",
        metavar="FILE",
        type=Path,
        help="write a picture with the table's outline, to look at first",
    )
    parser.add_argument(
        "--evidence",
        metavar="DIR",
        type=Path,
        help="keep the picture of each line that is printed in this folder",
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="read answers from standard input though it is no terminal: a program's pipe",
    )
    parser.add_argument(
        "--void", metavar="SEAT=SUIT,...", help="定缺 of the first round: 0=m,1=p,2=s,3=m, seat 0 deals"
    )
    parser.add_argument(
        "--side-bet", metavar="NAME[=TILE]", help="叫马 of the first round: who bets aside, and on which tile"
    )
    add_model(parser)
    add_tileset(parser)
    add_rules(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Follow the table to the end of the source; exit 1 where it does not open, drops, or shows no table."""
    rules = rules_of(arguments)
    before = told_before(arguments, rules)
    players = players_of(rules)
    geometry = seated(arguments, geometry_of(arguments), players)
    if arguments.evidence:
        check_folder(arguments.evidence)
    from web.commands.scan import WHOLE_TABLE, detector_of

    detector = detector_of(arguments, WHOLE_TABLE)
    _one_thread()
    from vision.lasting import open_lasting
    from vision.sources import SourceError

    try:
        source = open_lasting(arguments.source)
    except SourceError as error:
        raise _refused(error) from error
    from web.commands.watched_table import WatchedTable

    typed = _listening(arguments)
    table = WatchedTable(started(rules, geometry, players), before, typed)
    watch = Watch(arguments, table, geometry, spoken=typed is not None and typed.terminal)
    try:
        for form in watch.lines(source, detector):
            watch.show(form)
    except SourceError as error:
        watch.end()
        raise _refused(error) from error
    except KeyboardInterrupt:
        say("停止。 Stopped.")
        watch.end()
    finally:
        source.close()
        if typed is not None:
            typed.stop()
    if not watch.placed:
        said = "No table was found in the pictures: give its four corners with --geometry or --corners."
        zh = "画面里没找到桌子：请用 --geometry 或 --corners 给四角。"
        raise RefusedError(Problem("no_geometry", said, zh), UNUSABLE)
    if not watch.saw:
        say("看完了，一步也没有记下：请从发牌拍起。 Nothing was recorded: film a hand from its deal on.")
    return DONE


class Watch:
    """One run of the command. `spoken`: somebody at a terminal reads what is asked beside the JSON."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        table: WatchedTable,
        geometry: Geometry | None,
        spoken: bool = False,
    ) -> None:
        self.arguments = arguments
        self.spoken = spoken
        self.geometry = geometry
        self.table = table
        self.following = table.following
        self.looker: Looker | None = None
        self.placed = False
        self._moved = False
        self._missing = False
        self._dealer_told = arguments.dealer is not None or arguments.geometry is not None
        self._elsewhere = 0
        """views in a row whose first discard lies before another seat than the dealer's"""
        self._pixels: Pixels | None = None
        self._at = 0.0
        """seconds of video of the last picture"""
        self.printed = 0
        """lines so far"""
        self.saw = False
        """whether one of them tells what the camera saw"""

    def lines(self, source: Source, detector: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401
        """The forms to print, as the source is read to its end."""
        from web.presenters.watch import problem_form
        from web.watching import Looker

        for taken in _frames(source):
            yield from self.table.heard(self._at)
            if taken is None:
                continue
            at, pixels = taken
            self._at = at
            self._pixels = pixels
            if self.looker is None:
                size = pixels.shape[1], pixels.shape[0]
                self.geometry = seated(
                    self.arguments,
                    with_corners(self.arguments, self.geometry, size),
                    self.following.state.players,
                )
                self.looker = Looker(detector, self.geometry)
            look = self.looker.see(at, pixels)
            if look.geometry is not None and not self.placed:
                self._place(look.geometry)
                yield from self._remarked(look.geometry, at)
            if look.geometry is None and at > PATIENCE and not self._missing:
                self._missing = True
                yield problem_form(
                    "no_geometry",
                    "The table's edges are not found: give its four corners with --geometry or --corners.",
                    "没有找到桌边：请用 --geometry 或 --corners 给出桌面四角。",
                    at,
                )
            if look.moved and not self._moved:
                yield problem_form(
                    "camera_moved",
                    "The camera or the table has moved: put it back, or let the table be found again.",
                    "摄像头或桌子动了：请放回原处，或等它重新找到桌面。",
                    at,
                )
            self._moved = look.moved
            if look.observation is not None:
                yield from self._followed(look.observation, at)
        yield from self.table.over(self._at)

    def _remarked(self, found: Geometry, at: float) -> Iterator[dict[str, Any]]:
        """What should be done about the camera, once it is known how it sees the table."""
        from vision.far_side import far_side
        from web.presenters.watch import problem_form

        remark = far_side(found)
        if remark is not None:
            yield problem_form(remark.code, remark.message, remark.chinese, at)

    def _followed(self, observation: Any, at: float) -> Iterator[dict[str, Any]]:  # noqa: ANN401
        from assistant.watching.first_discard import DIFFERS, SURE, first_thrower
        from web.presenters.watch import contradiction_form

        thrower = first_thrower(self.following.state, observation)
        self._elsewhere = self._elsewhere + 1 if thrower else 0
        if thrower and not self._dealer_told:
            if self._elsewhere == SURE:
                self._deal(thrower)
            return
        if self._elsewhere == SURE:
            yield contradiction_form(DIFFERS, at)
        yield from self.table.view(observation, at)
        if self.following.cleared:
            self._next_round()

    def _place(self, found: Geometry) -> None:
        """Where the table was found: who sits where, the overlay, the file to keep."""
        self.placed = True
        if self.geometry is None:
            self.geometry = seated(self.arguments, found, self.following.state.players)
            assert self.looker is not None
            assert self.geometry is not None
            self.looker.turn(self.geometry)
        keep_geometry(self.arguments, self.geometry)
        if self.arguments.overlay is not None and self._pixels is not None:
            from vision.frames import Frame
            from vision.overlay import overlay

            frame = Frame.of(self._pixels)
            _save(self.arguments.overlay, overlay(frame, self.geometry or found))

    def _deal(self, seat: Seat) -> None:
        """Nobody told who deals, and the first discard lies before this seat: it is the dealer's."""
        assert self.geometry is not None
        assert self.looker is not None
        self._dealer_told = True
        self.geometry = replace(self.geometry, dealer=self.geometry.side(seat))
        self.looker.turn(self.geometry)
        side = self.geometry.dealer
        say(
            f"第一张在第 {side} 边：那家坐庄。 Side {side} threw first, so it deals; --dealer says otherwise."
        )

    def _next_round(self) -> None:
        dealer = self.following.next_dealer()
        if dealer and self.geometry is not None and self.looker is not None:
            self.geometry = replace(self.geometry, dealer=self.geometry.side(dealer))
            self.looker.turn(self.geometry)
        self.table.next_round(dealer)

    def end(self) -> None:
        """The pictures have stopped in the middle: print what is likeliest of what was still open."""
        for form in self.table.end(self._at):
            self.show(form)

    def show(self, form: dict[str, Any]) -> None:
        """Print a line, and keep its picture where that is asked for."""
        from web.presenters.watch import line_of

        self.printed += 1
        self.saw = self.saw or form["source"] == "camera"
        if self.arguments.evidence is not None and self._pixels is not None:
            file = self.arguments.evidence / f"{self.printed:04d}-{form['kind']}.jpg"
            _save(file, self._pixels)
            form["evidence"] = str(file)
        line = line_of(form, self.following.started.names)
        if not self.arguments.json:
            print(line)
        else:
            print_json(form)
            if self.spoken and form["kind"] in ASKING:
                say(line)
        sys.stdout.flush()


def _listening(arguments: argparse.Namespace) -> Typed | None:
    """What people type, where somebody may: at a terminal, or with --answers."""
    from web.commands.typed import Typed, descriptor, is_terminal

    number = descriptor()
    if number is None or not (arguments.answers or is_terminal(number)):
        return None
    typed = Typed(number)
    typed.start()
    return typed


def _frames(source: Source) -> Iterator[Taken | None]:
    """What a source gives to its end, None while its camera is away, with a word where it goes and where it
    is back."""
    from vision.lasting import AwayError

    away = False
    while True:
        try:
            taken = source.read()
        except AwayError as error:
            if not away:
                say(f"{error.chinese} {error}")
            away = True
            yield None
            continue
        if taken is None:
            return
        if away:
            say("摄像头回来了。 The camera is back.")
        away = False
        yield taken


def _one_thread() -> None:
    """The small pictures of a still table gain nothing from threads, which the nets need."""
    import cv2

    cv2.setNumThreads(1)


def _save(path: Path, pixels: Pixels) -> None:
    from PIL import Image

    try:
        Image.fromarray(pixels).save(path)
    except (OSError, ValueError) as error:
        problem = error if isinstance(error, OSError) else OSError(str(error))
        raise cannot_write(path, problem) from error


def _refused(error: Any) -> RefusedError:  # noqa: ANN401
    return RefusedError(Problem(error.code, str(error), error.chinese), UNUSABLE)
