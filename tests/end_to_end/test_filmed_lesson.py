"""A filmed table teaches its tile set to the reader that then watches it."""

import numpy as np
import pytest

from assistant.tiles import TILES
from tests.benchmarks.watching import main, reader_of, titled
from tests.end_to_end.filmed_lesson import lesson_picture, taught
from tests.end_to_end.test_watched_films import short_case
from vision.detectors.two_stage import TwoStage
from vision.synth.laying import Pond


def test_the_camera_teaches_the_set_it_will_see() -> None:
    case = short_case(2, Pond.NEAT, 4)
    before = case.film.frame(30).picture.pixels
    picture = lesson_picture(case.film)
    assert picture.shape == before.shape
    assert np.array_equal(picture, lesson_picture(case.film))
    assert not np.array_equal(picture, lesson_picture(case.film, 1))
    reader = reader_of("shipped")
    assert isinstance(reader, TwoStage)
    learnt = taught(case.film, reader, case.geometry)
    assert isinstance(learnt, TwoStage)
    assert learnt.namer.tileset is not None
    assert learnt.namer.tileset.learnt == TILES
    assert reader.namer.tileset is None
    assert np.array_equal(case.film.frame(30).picture.pixels, before)


def test_rows_read_with_a_learnt_set_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert titled("reader", (1280, 720), learnt=True) == "reader, set learnt"
    assert titled("reader", (1920, 1080), learnt=True) == "reader at 1920 x 1080, set learnt"
    with pytest.raises(SystemExit):
        main(["--learnt", "--reader", "truth", "--rounds", "0", "--controls", "0"])
    assert "needs a reader of pixels" in capsys.readouterr().err
