"""A filmed round over a live table: the program's own eyes, told what the film truly shows, record it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.end_to_end.films_of_rounds import film_of, filmed, played
from tests.end_to_end.truth_reader import Faults, TruthReader
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import Phones, open_phones
from vision.frames import Pixels
from web.app import create_app
from web.eyes import TableEyes
from web.feed import Feed

FRAMES = 60


class Idle:
    """A source without pictures: the test gives them to the feed itself."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def read(self) -> tuple[float, Pixels] | None:
        self._closed.wait()
        return None

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def reader() -> TruthReader:
    return TruthReader(Faults(missed=0, wrong=0, ghosts=0))


@pytest.fixture
def phones(reader: TruthReader) -> Iterator[Phones]:
    found = open_phones(create_app(ScriptedReader()), rules="chengdu")
    cameras = found.app.cameras
    cameras.open_source = lambda address: Idle()
    cameras.make_eyes = lambda corners, sides: TableEyes(lambda: reader, corners, sides)
    yield found
    cameras.close()


def feed_of(phones: Phones) -> Feed:
    camera = phones.app.cameras.get(phones.table)
    assert camera is not None
    return camera.feed


def test_a_film_of_a_round_is_recorded_at_the_live_table(phones: Phones, reader: TruthReader) -> None:
    """The dealer sits on the far side here: the eyes learn it from the chairs."""
    record = filmed(played(1, "chengdu", {}), dealer_side=2, seed=1)
    film = film_of(record, 1)
    first = film.frame(0).picture
    height, width = first.bgr.shape[:2]
    phones.post("甲", "/camera", address="0")
    phones.post("甲", "/camera/corners", corners=[[x / width, y / height] for x, y in first.corners])
    phones.post("甲", "/camera/settings", near=2)
    phones.start()
    frame = film.frame(0)
    for number in range(FRAMES):
        frame = film.frame(number)
        reader.tell(number, frame.picture.tiles)
        feed_of(phones).take(frame.at, frame.picture.bgr[..., ::-1])
    view = phones.get("乙")
    told = [one["event"] for one in view["round"]["lines"][1:] if one["camera"] is not None]
    discards = [(one["seat"], one["tile"]) for one in told if one["kind"] == "discarded"]
    truth = [
        (one["seat"], one["tile"]) for one in record.events_done(frame.done) if one["kind"] == "discarded"
    ]
    assert len(discards) >= 3
    assert discards == truth[: len(discards)]
    assert len(truth) - len(discards) <= 2, "it keeps up with the table"
    kept = phones.app.cameras.album.names(phones.table)
    shown = [str(one["seq"]) for one in view["round"]["lines"][1:] if one["event"]["kind"] == "discarded"]
    assert kept >= set(shown)
