"""The cameras of tables: their threads and settings, phones that film, and what happens where one drops."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from assistant.events import Drawn
from assistant.tiles import Tile
from tests.web.tables.phones import WRITE, open_phones
from tests.web.tables.watched import (
    PICTURE,
    ScriptedSource,
    Watched,
    film,
    kinds,
)
from tests.web.waiting import PATIENCE, until
from web import cameras
from web.companion import Companion
from web.tables.errors import TableError


def test_corners_are_kept_for_each_camera(watched: Watched) -> None:
    phones = watched.phones
    watched.start()
    kept = phones.get("甲", "/camera")["corners"]
    assert kept[0] == [0.1, 0.9]
    phones.post("甲", "/camera/stop")
    assert phones.get("乙")["camera"] is None
    phones.post("甲", "/camera", address="1")
    assert phones.get("甲", "/camera")["corners"] is None
    phones.post("甲", "/camera", address="0")
    assert phones.get("甲", "/camera")["corners"] == kept
    assert watched.eyes.corners == tuple(map(tuple, kept))


def test_pictures_come_in_a_thread_and_a_broken_cable_is_said(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5)
    film(playing)
    until(lambda: bool(kinds(phones)))
    playing.source.broken = True
    playing.source.go.release()
    until(lambda: phones.get("乙")["camera"]["state"] == "away")
    phones.tell("乙", Drawn(1))


def test_a_camera_that_comes_back_goes_on(playing: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "PAUSE", 0.01)
    phones = playing.phones
    playing.source.broken = True
    playing.source.go.release()
    until(lambda: phones.get("乙")["camera"]["state"] == "away")
    playing.source.broken = False
    playing.source.go.release()
    until(lambda: phones.get("乙")["camera"]["state"] == "running")
    playing.lying.discard(0, Tile.M5)
    film(playing)
    until(lambda: bool(kinds(phones)))


def test_a_camera_that_is_started_twice_at_once_runs_once(watched: Watched) -> None:
    """A network camera takes seconds to open, and the host taps again."""
    both = threading.Barrier(2)
    made: list[ScriptedSource] = []

    def slowly(address: str) -> ScriptedSource:
        both.wait(PATIENCE)
        made.append(ScriptedSource())
        return made[-1]

    running, table = watched.phones.app.cameras, watched.phones.table
    running.open_source = slowly
    starts = [threading.Thread(target=running.start, args=(table, "0", 4)) for _ in range(2)]
    for one in starts:
        one.start()
    for one in starts:
        one.join(PATIENCE)
    (lost,) = [one for one in made if one is not watched.camera.source]
    assert lost.closed.is_set()
    assert watched.phones.get("乙")["camera"]["state"] == "running"
    assert isinstance(watched.camera.source, ScriptedSource)
    assert not watched.camera.source.closed.is_set()


def test_a_camera_that_does_not_open_leaves_the_one_that_runs(watched: Watched) -> None:
    """A slip in an address costs nothing; another camera that opens takes the place of the one before."""
    phones = watched.phones
    phones.post("甲", "/camera", address="0")
    running, first = phones.app.cameras, watched.camera
    sources = [ScriptedSource()]

    def opened(address: str) -> ScriptedSource:
        if not sources:
            raise TableError("no_camera", "It does not open.", "打不开。", 422)
        return sources.pop()

    running.open_source = opened
    phones.post("甲", "/camera", address="1")
    assert isinstance(first.source, ScriptedSource)
    assert first.source.closed.is_set()
    second = watched.camera
    assert phones.post("甲", "/camera", 422, address="rtsp://camera/typo")["error"]["code"] == "no_camera"
    assert watched.camera is second
    assert isinstance(second.source, ScriptedSource)
    assert not second.source.closed.is_set()
    assert phones.get("乙")["camera"]["state"] == "running"
    assert phones.get("甲", "/camera")["address"] == "1"


def test_a_picture_that_breaks_its_reader_is_said(playing: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(at: float, pixels: object) -> None:
        raise ValueError("a tile of no kind")

    monkeypatch.setattr(playing.eyes, "see", breaks)
    playing.source.go.release()
    until(lambda: playing.phones.get("乙")["camera"]["state"] == "broken")
    playing.phones.tell("乙", Drawn(1))


def test_a_camera_that_has_ended_or_broken_takes_no_room(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cameras, "MOST", 2)
    running = watched.phones.app.cameras
    made: list[ScriptedSource] = []

    def opened(address: str) -> ScriptedSource:
        made.append(ScriptedSource())
        return made[-1]

    running.open_source = opened
    others = [open_phones(watched.phones.app).table for _ in range(3)]
    first, second = (running.start(table, "0", 4) for table in others[:2])
    with pytest.raises(TableError) as refused:
        running.start(others[2], "0", 4)
    assert refused.value.problem.code == "too_many_cameras"
    made[0].closed.set()
    until(lambda: first.feed.state == "ended")
    third = running.start(others[2], "0", 4)
    with pytest.raises(TableError):
        running.start(watched.phones.table, "0", 4)
    monkeypatch.setattr(watched.made[-1], "see", None)
    made[2].go.release()
    until(lambda: third.feed.state == "broken")
    running.start(watched.phones.table, "0", 4)
    assert second.feed.state == "running"


def test_a_phone_that_sleeps_is_waited_for(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "PATIENCE", 0.05)
    monkeypatch.setattr(cameras, "PAUSE", 0.01)
    watched.phones.post("甲", "/camera", address="phone")
    for _ in range(2):
        until(lambda: watched.phones.get("乙")["camera"]["state"] == "away")
        assert isinstance(watched.camera.source, cameras.Pushed)
        monkeypatch.setattr(cameras, "PATIENCE", 30.0)
        watched.camera.source.push(PICTURE)
        until(lambda: watched.phones.get("乙")["camera"]["state"] == "running")
        monkeypatch.setattr(cameras, "PATIENCE", 0.05)
        watched.camera.source.push(PICTURE)


def test_a_phone_is_the_camera(watched: Watched) -> None:
    from io import BytesIO

    from vision.jpeg import jpeg

    phones = watched.phones
    phones.post("甲", "/camera", address="phone")
    for who, status in (("屏", 200), ("甲", 200), ("乙", 403), ("旁", 403)):
        sent = {"picture": (BytesIO(jpeg(PICTURE)), "table.jpg")}
        answer = phones.clients[who].post(
            f"/api/tables/{phones.table}/camera/frames", data=sent, headers=WRITE
        )
        assert answer.status_code == status, answer.get_json()
    until(lambda: watched.camera.latest is not None)
    shown = phones.clients["甲"].get(f"/api/tables/{phones.table}/camera/picture")
    assert (shown.status_code, shown.mimetype) == (200, "image/jpeg")
    broken = {"picture": (BytesIO(b"no picture"), "table.jpg")}
    answer = phones.clients["屏"].post(
        f"/api/tables/{phones.table}/camera/frames", data=broken, headers=WRITE
    )
    assert answer.get_json()["error"]["code"] == "no_picture"


def test_the_whole_picture_is_not_shown_while_a_hand_is_played(playing: Watched) -> None:
    """It might show standing hands."""
    assert playing.phones.get("甲", "/camera/picture", 409)["error"]["code"] == "round_running"


def test_only_the_host_sets_the_camera(watched: Watched) -> None:
    phones = watched.phones
    for who in "乙旁屏":
        for path in ("/camera", "/camera/stop", "/camera/corners", "/camera/settings", "/evidence/drop"):
            phones.post(who, path, 403)
    square = [[0, 1], [1, 1], [1, 0], [0, 0]]
    assert phones.post("甲", "/camera/corners", 409, corners=square)["error"]["code"] == "no_camera"
    for wrong in ("", "camera", "file:///etc/passwd", "ftp://a", "/dev/video0", "rtsp://a b"):
        assert phones.post("甲", "/camera", 400, address=wrong)["error"]["code"] == "bad_camera"
    assert phones.post("甲", "/camera/settings", 400, pictures="forever")["error"]["code"] == "bad_request"
    phones.post("甲", "/camera", address="0")
    wrong_points: list[Any] = [[[0, 0]] * 3, [[0, 0]] * 5, [[0]] * 4, [["0", 0]] * 4, [[9, 0]] * 4]
    for corners in (*wrong_points, [], "all", [[True, 0]] * 4):
        assert phones.post("甲", "/camera/corners", 400, corners=corners)["error"]["code"] == "bad_corners"


CORNERS = [[0.1, 0.9], [0.9, 0.9], [0.8, 0.1], [0.2, 0.1]]


@pytest.mark.parametrize(
    ("order", "size"),
    [((0, 2, 1, 3), 1.0), ((1, 0, 3, 2), 1.0), ((0, 0, 1, 2), 1.0), ((0, 1, 2, 3), 0.01)],
    ids=["crossing", "the wrong way round", "one twice", "a spot"],
)
def test_corners_that_enclose_no_table_are_refused(
    watched: Watched, order: tuple[int, ...], size: float
) -> None:
    """Tapped in another order they would put every tile before another player."""
    phones = watched.phones
    phones.post("甲", "/camera", address="0")
    tapped = [[0.5 + (part - 0.5) * size for part in CORNERS[at]] for at in order]
    error = phones.post("甲", "/camera/corners", 400, corners=tapped)["error"]
    assert error["code"] == "bad_corners"
    assert "近左、近右、远右、远左" in error["zh"]
    phones.post("甲", "/camera/corners", corners=CORNERS)


def test_three_players_say_where_nobody_sits(app: Companion) -> None:
    watched = Watched(open_phones(app, players=3))
    watched.start()
    assert watched.eyes.sides == (0, 1, 3)
    watched.phones.post("甲", "/camera/settings", empty=1)
    assert watched.eyes.sides == (0, 2, 3)
    assert watched.eyes.corners is not None
    app.cameras.close()
