"""The frame of a table's camera that a set is learnt from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from assistant.tiles import TILES
from vision import lesson_source
from vision.detection import Detection, sure
from vision.frames import Frame, Pixels
from vision.lesson_source import BEGINS, PATIENCE, lesson_of
from vision.lessons import Lesson, LessonError
from vision.sources import Taken


class Scripted:
    """A source of frames 0.2 s apart; each is told by a number: what it shows, negative while hands move."""

    def __init__(self, shows: Sequence[int], live: bool = False, step: float = 0.2) -> None:
        self.live = live
        self.taken = 0
        self._shows = shows
        self._step = step

    def read(self) -> Taken | None:
        if self.taken >= len(self._shows):
            return None
        shown = self._shows[self.taken]
        self.taken += 1
        return (self.taken - 1) * self._step, self._picture(shown)

    def close(self) -> None:
        self._shows = ()

    def _picture(self, shown: int) -> Pixels:
        pixels = np.full((120, 160, 3), (20, 90, 60), np.uint8)
        if shown < 0:
            left = 15 * (self.taken % 8)
            pixels[20:100, left : left + 40] = 220
        pixels[0, 0] = abs(shown)
        return pixels


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is looked at: a frame that shows 0 teaches nothing, else so many tiles. Returns the looks."""
    seen: list[int] = []

    def look(frame: Frame, *_: object) -> Lesson:
        many = int(frame.pixels[0, 0, 0])
        seen.append(many)
        if not many:
            raise LessonError("too_few", f"Look {len(seen)} shows nothing.", "没有牌。")
        faces = tuple(Detection((0.0, 0.0, 9.0, 9.0), 1.0, sure(kind)) for kind in range(many))
        return Lesson(faces, TILES[:many])

    monkeypatch.setattr(lesson_source, "look_at_table", look)
    return seen


def learnt(source: Scripted) -> int:
    frame, lesson = lesson_of(source, None)  # type: ignore[arg-type]  # the look is told
    assert int(frame.pixels[0, 0, 0]) == len(lesson.tiles)
    return len(lesson.tiles)


def test_hands_in_motion_are_waited_for(looks: list[int]) -> None:
    assert learnt(Scripted([-27] * 6 + [27] * 3)) == 27
    assert len(looks) == 1


def test_a_live_camera_gets_a_second_for_its_light() -> None:
    source = Scripted([27] * 30, live=True)
    learnt(source)
    assert (source.taken - 1) * 0.2 >= BEGINS
    recorded = Scripted([27] * 30)
    learnt(recorded)
    assert recorded.taken == 2


def test_it_looks_on_until_all_kinds_are_seen(looks: list[int]) -> None:
    assert learnt(Scripted([0] * 5 + [26] * 5 + [27] * 5)) == 27
    assert looks[0] == 0
    assert 26 in looks


def test_what_shows_most_must_do_in_the_end() -> None:
    assert learnt(Scripted([9] * 5 + [26] * 5 + [18] * 5)) == 26
    many = round(PATIENCE / 0.2) + 50
    source = Scripted([26] * many, live=True)
    assert learnt(source) == 26
    assert source.taken < many


def test_a_folder_with_one_picture_is_looked_at() -> None:
    assert learnt(Scripted([27])) == 27


def test_why_nothing_was_learnt_is_said() -> None:
    with pytest.raises(LessonError, match="shows nothing") as refused:
        learnt(Scripted([0] * 12))
    assert refused.value.code == "too_few"
    with pytest.raises(LessonError, match="never came to rest") as refused:
        learnt(Scripted([-27] * 12))
    assert refused.value.code == "no_frame"
    assert refused.value.chinese
