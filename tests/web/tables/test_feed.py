"""The camera and the live table: what it sees is recorded, asked or warned of, and people outrank it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.events import Discarded, Drawn, How, Konged
from assistant.tiles import Tile
from tests.web.openapi.test_document import fits
from tests.web.tables.phones import WRITE, Phones, open_phones
from tests.web.tables.watched import PICTURE, SHOWN, ScriptedSource, Watched, likelihoods
from web import cameras
from web.album import MOST, Album, Keep
from web.companion import Companion


@pytest.fixture
def watched(phones: Phones) -> Iterator[Watched]:
    found = Watched(phones)
    yield found
    phones.app.cameras.close()


@pytest.fixture
def playing(watched: Watched) -> Watched:
    """A round that has begun under a camera that knows where the table lies."""
    watched.start()
    watched.phones.start()
    watched.look()
    return watched


def until(so: Callable[[], bool]) -> None:
    """Wait for another thread."""
    end = time.monotonic() + 10
    while not so():
        assert time.monotonic() < end
        time.sleep(0.01)


def lines(phones: Phones) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phones.get("乙")["round"]["lines"][1:]
    return found


def kinds(phones: Phones) -> list[tuple[str, int, str | None]]:
    return [(one["event"]["kind"], one["event"]["seat"], one["event"].get("tile")) for one in lines(phones)]


def thrown(phones: Phones) -> list[str]:
    """The tiles that are recorded as discards."""
    return [one["event"]["tile"] for one in lines(phones) if one["event"]["kind"] == "discarded"]


def test_a_discard_is_recorded_as_it_is_seen(playing: Watched) -> None:
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    assert kinds(playing.phones) == [("drawn", 0, "?"), ("discarded", 0, "5m")]
    last = lines(playing.phones)[-1]
    assert last["by"] is None
    assert 0.9 < last["camera"] <= 1
    playing.lying.discard(1, Tile.S2)
    playing.look(4)
    assert kinds(playing.phones)[2:] == [("drawn", 1, "?"), ("discarded", 1, "2s")]


def test_the_picture_is_one_tap_away_and_no_longer_than_agreed(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    seq = lines(phones)[-1]["seq"]
    for who in "甲乙旁屏":
        answer = phones.clients[who].get(f"/api/tables/{phones.table}/evidence/{seq}")
        assert (answer.status_code, answer.data, answer.mimetype) == (200, SHOWN, "image/jpeg")
    assert playing.eyes.crops[-1] == (playing.lying.pieces[-1].at,), "only the tile's own place is shown"
    phones.play("wall")
    phones.start(anyway=True)
    playing.lying.pieces.clear()
    playing.look()
    assert phones.get("甲", f"/evidence/{seq}", 404)["error"]["code"] == "no_picture"


@pytest.mark.parametrize("keep", ["off", "round"])
def test_pictures_are_kept_only_as_the_table_agreed(playing: Watched, keep: str) -> None:
    phones = playing.phones
    phones.post("甲", "/camera/settings", pictures=keep)
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    assert phones.get("甲", "/camera")["kept"] == (keep == "round")
    phones.post("甲", "/evidence/drop")
    assert phones.get("甲", "/camera")["kept"] == 0
    assert phones.get("乙")["camera"]["keep"] == keep


def test_switching_pictures_off_deletes_those_there_are(playing: Watched) -> None:
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    assert playing.phones.get("甲", "/camera")["kept"] == 1
    playing.phones.post("甲", "/camera/settings", pictures="off")
    assert playing.phones.get("甲", "/camera")["kept"] == 0


def test_what_was_taken_back_is_not_proposed_again(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    seq = lines(phones)[-1]["seq"]
    phones.post("乙", "/retract", seq=seq)
    before = phones.records()
    playing.look(6)
    assert phones.records() == before
    assert [kind for kind, _, _ in kinds(phones)] == ["drawn"]


def test_a_tap_outranks_the_camera(playing: Watched) -> None:
    """The player says it was another tile than the camera read; the camera leaves it so."""
    phones = playing.phones
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    seq = lines(phones)[-1]["seq"]
    phones.post("甲", "/amend", seq=seq, event={"kind": "discarded", "seat": 0, "tile": "6m"})
    before = phones.records()
    playing.look(6)
    assert phones.records() == before
    assert kinds(phones)[-1] == ("discarded", 0, "6m")


def test_what_a_phone_told_first_is_not_told_again(playing: Watched) -> None:
    phones = playing.phones
    phones.tell("甲", Drawn(0))
    phones.tell("甲", Discarded(0, Tile.M5))
    playing.lying.discard(0, Tile.M5)
    before = phones.records()
    playing.look(5)
    assert phones.records() == before


def test_a_doubt_is_asked_and_one_tap_answers_it(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    assert question is not None
    told = [[(one["kind"], one.get("tile")) for one in option] for option in question["options"]]
    assert {option[-1] for option in told if option} >= {("discarded", "5m"), ("discarded", "6m")}
    evidence = phones.clients["丙"].get(f"/api/tables/{phones.table}/evidence/question")
    assert evidence.data == SHOWN
    chosen = next(at for at, option in enumerate(told) if option and option[-1] == ("discarded", "6m"))
    body = {"question": question["id"], "option": chosen}
    form = phones.post("乙", "/camera/answer", **body)
    assert kinds(phones)[-1] == ("discarded", 0, "6m")
    assert lines(phones)[-1]["by"] == phones.ids["乙"], "a tap is the person's own"
    assert form["camera"]["question"] is None
    assert phones.post("丙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    before = phones.records()
    playing.look(6)
    assert phones.records() == before
    assert phones.get("乙")["camera"]["question"] is None


def test_two_phones_answer_at_once_and_one_answer_counts(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    records = phones.records()
    body = {"question": question["id"], "option": 0, "expected": records}
    phones.post("乙", "/camera/answer", key="one", **body)
    again = phones.clients["乙"].post(
        f"/api/tables/{phones.table}/camera/answer", json={**body, "key": "one"}, headers=WRITE
    )
    assert again.status_code == 409
    discards = [kind for kind, _, _ in kinds(phones) if kind == "discarded"]
    assert len(discards) == 1


def test_none_of_these_is_an_answer(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.55, other=Tile.M6, blurred=0.2)
    playing.look(8)
    question = phones.get("乙")["camera"]["question"]
    assert question["options"].count([]) == 1
    before = phones.records()
    phones.post("乙", "/camera/answer", question=question["id"], option=question["options"].index([]))
    assert phones.records() == before
    playing.look(6)
    other = phones.get("乙")["camera"]["question"]
    assert not [one for one in other["options"] if one and one in question["options"]], "only what is left"
    phones.post("乙", "/camera/answer", question=other["id"], option=other["options"].index([]))
    assert phones.records() == before
    playing.look(3)
    assert phones.get("乙")["camera"]["question"] is None


def test_doubtful_kinds_are_recorded_and_asked_about_together_when_the_hand_is_over(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    playing.lying.discard(1, Tile.P2, sure=0.6, other=Tile.P3)
    playing.look(8)
    assert kinds(phones) == [
        ("drawn", 0, "?"),
        ("discarded", 0, "5m"),
        ("drawn", 1, "?"),
        ("discarded", 1, "2p"),
    ]
    assert phones.get("乙")["camera"]["question"] is None
    assert lines(phones)[-1]["camera"] < 0.9
    phones.play("wall")
    playing.look(5)
    question = phones.get("乙")["camera"]["question"]
    assert question["several"]
    assert {(one["seat"], one["number"], one["tile"]) for one in question["instead"]} == {
        (0, 0, "5m"),
        (1, 0, "2p"),
    }
    for name in ("question-0", "question-1"):
        shown = phones.clients["丙"].get(f"/api/tables/{phones.table}/evidence/{name}")
        assert shown.data == SHOWN
    told = [[one["tile"] for one in option] for option in question["options"]]
    first, second = told.index(["6m"]), told.index(["3p"])
    form = phones.post("乙", "/camera/answer", question=question["id"], option=first, also=[second])
    assert thrown(phones) == ["6m", "3p"]
    assert form["camera"]["question"] is None
    assert lines(phones)[1]["camera"] is None, "a person told it"
    phones.post("乙", "/undo")
    assert thrown(phones) == ["5m", "2p"], "one tap, one undo"


def test_a_list_of_options_is_checked(playing: Watched) -> None:
    phones = playing.phones
    for wrong in (1, ["0"], [-1], [True]):
        error = phones.post("乙", "/camera/answer", 400, question=1, option=0, also=wrong)["error"]
        assert error["code"] == "bad_request"


def test_a_discard_that_was_corrected_meanwhile_is_not_changed_by_an_older_question(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    phones.play("wall")
    playing.look(5)
    question = phones.get("乙")["camera"]["question"]
    options = [[one["tile"] for one in option] for option in question["options"]]
    body = {"question": question["id"], "option": options.index(["6m"])}
    for also in ([body["option"]], [options.index(["7m"])], [options.index([])]):  # one discard is one tile
        assert phones.post("乙", "/camera/answer", 400, **body, also=also)["error"]["code"] == "bad_request"
    seq = next(one["seq"] for one in lines(phones) if one["event"]["kind"] == "discarded")
    phones.post("甲", "/amend", seq=seq, event={"kind": "discarded", "seat": 0, "tile": "9p"})
    playing.look(2)
    before = phones.records()
    assert phones.post("乙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    phones.post("甲", "/retract", seq=seq)
    assert phones.post("乙", "/camera/answer", 409, **body)["error"]["code"] == "answered"
    assert (thrown(phones), phones.records()) == ([], before + 1)


def test_the_camera_mends_what_it_read_wrongly(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    assert kinds(phones)[-1] == ("discarded", 0, "5m")
    piece = playing.lying.pieces[-1]
    playing.lying.pieces[-1] = replace(piece, likelihoods=likelihoods(Tile.M6, 0.99, Tile.M5))
    playing.look(3)
    assert kinds(phones)[-1] == ("discarded", 0, "6m")
    assert phones.get("乙")["camera"]["question"] is None
    before = phones.records()
    playing.look(4)
    assert phones.records() == before


def test_what_a_person_said_it_is_stays(playing: Watched) -> None:
    """Somebody names another tile, and then the one that was recorded, before the camera looks again."""
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    seq = lines(phones)[-1]["seq"]
    for tile in ("7m", "5m"):
        phones.post("甲", "/amend", seq=seq, event={"kind": "discarded", "seat": 0, "tile": tile})
    piece = playing.lying.pieces[-1]
    playing.lying.pieces[-1] = replace(piece, likelihoods=likelihoods(Tile.M6, 0.99, Tile.M5))
    before = phones.records()
    playing.look(4)
    assert (thrown(phones), phones.records()) == (["5m"], before)


def test_what_the_record_does_not_allow_is_not_mended_and_holds_nothing_up(playing: Watched) -> None:
    """5m that turns out to read as 6m, while people have told a kong of 6m that the camera does not see."""
    phones = playing.phones
    playing.lying.discard(0, Tile.M5, sure=0.6, other=Tile.M6)
    playing.look(8)
    told = (Drawn(1), Discarded(1, Tile.M6), Konged(3, How.EXPOSED, Tile.M6), Drawn(3), Discarded(3, Tile.P1))
    for event in told:
        phones.tell("甲", event)
    playing.lying.discard(3, Tile.P1)
    playing.lying.pieces[0] = replace(playing.lying.pieces[0], likelihoods=likelihoods(Tile.M6, 0.99))
    before = phones.records()
    playing.look(4)
    assert phones.records() == before
    playing.lying.discard(0, Tile.S2)
    playing.look(6)
    assert thrown(phones) == ["5m", "6m", "1p", "2s"]


def test_a_moved_camera_is_shown_and_records_nothing(playing: Watched) -> None:
    phones = playing.phones
    playing.look(moved=True)
    assert phones.get("丁")["camera"]["moved"] is True
    playing.lying.discard(0, Tile.M5)
    playing.look(4, moved=True)
    assert kinds(phones) == []
    assert phones.clients["甲"].get(f"/api/tables/{phones.table}/camera/picture").status_code in (200, 409)
    phones.post("甲", "/camera/corners", corners=[[0.1, 0.9], [0.9, 0.9], [0.8, 0.1], [0.2, 0.1]])
    assert phones.get("丁")["camera"]["moved"] is False
    playing.look(4)
    assert kinds(phones)[-1] == ("discarded", 0, "5m")


def test_what_cannot_be_is_said_and_changes_nothing(playing: Watched) -> None:
    phones = playing.phones
    for seat in range(4):
        for _ in range(2):
            playing.lying.discard(seat, Tile.S9)  # eight copies of one kind
    playing.look(14)
    warning = phones.get("乙")["camera"]["warning"]
    assert warning is not None
    assert warning["zh"]
    assert warning["en"]
    phones.post("乙", "/camera/dismiss", warning=warning["id"])
    assert phones.get("乙")["camera"]["warning"] is None


def test_the_dealers_side_follows_the_round(watched: Watched) -> None:
    """甲 on the first chair deals first; the camera stands behind 丙, so 甲 sits two sides on."""
    watched.start()
    watched.phones.post("甲", "/camera/settings", near=2)
    watched.phones.start()
    watched.look()
    assert watched.eyes.dealer == 2
    watched.phones.post("甲", "/camera/settings", near=0)
    assert watched.eyes.dealer == 0


def test_a_first_discard_before_another_than_the_dealer_is_asked_about(playing: Watched) -> None:
    """The host forgot to say who sits nearest the camera: nothing is recorded in a wrong name."""
    phones = playing.phones
    playing.lying.discard(2, Tile.M5)
    playing.look(6)
    warning = phones.get("乙")["camera"]["warning"]
    assert warning["code"] == "dealer_differs"
    assert "镜头旁边" in warning["zh"]
    assert kinds(phones) == []
    phones.post("甲", "/camera/settings", near=2)
    assert phones.get("乙")["camera"]["warning"] is None
    playing.lying.pieces.clear()
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    assert kinds(phones)[-1] == ("discarded", 0, "5m")


def test_players_who_change_places_are_seen_where_they_sit(watched: Watched) -> None:
    phones = watched.phones
    watched.start()
    phones.start(dealer=phones.ids["乙"])
    watched.look()
    assert watched.eyes.dealer == 1
    watched.lying.discard(1, Tile.M5)
    watched.look(3)
    assert phones.get("乙")["camera"]["warning"]["code"] == "dealer_differs"
    phones.post("甲", "/swap", one=phones.ids["乙"], two=phones.ids["丙"], **{"from": 1})
    watched.lying.pieces.clear()
    watched.look()
    assert watched.eyes.dealer == 2
    assert phones.get("乙")["camera"]["warning"] is None


def test_seats_that_are_said_to_be_right_are_not_asked_about_again(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(1, Tile.M5)
    playing.look(3)
    phones.post("乙", "/camera/dismiss", warning=phones.get("乙")["camera"]["warning"]["id"])
    playing.look(3)
    warning = phones.get("乙")["camera"]["warning"]
    assert warning is None or warning["code"] != "dealer_differs"


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
    for _ in range(4):
        playing.eyes.next = type(playing.eyes.next)(playing.lying.view())
        playing.source.go.release()
        until(lambda: playing.source.go._value == 0)
        time.sleep(0.05)
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
    for _ in range(4):
        playing.eyes.next = type(playing.eyes.next)(playing.lying.view())
        playing.source.go.release()
        until(lambda: playing.source.go._value == 0)
        time.sleep(0.05)
    until(lambda: bool(kinds(phones)))


def test_a_camera_that_is_started_twice_at_once_runs_once(watched: Watched) -> None:
    """A network camera takes seconds to open, and the host taps again."""
    both = threading.Barrier(2)
    made: list[ScriptedSource] = []

    def slowly(address: str) -> ScriptedSource:
        both.wait(10)
        made.append(ScriptedSource())
        return made[-1]

    running, table = watched.phones.app.cameras, watched.phones.table
    running.open_source = slowly
    starts = [threading.Thread(target=running.start, args=(table, "0", 4)) for _ in range(2)]
    for one in starts:
        one.start()
    for one in starts:
        one.join(10)
    (lost,) = [one for one in made if one is not watched.camera.source]
    assert lost.closed.is_set()
    assert watched.phones.get("乙")["camera"]["state"] == "running"
    assert isinstance(watched.camera.source, ScriptedSource)
    assert not watched.camera.source.closed.is_set()


def test_a_picture_that_breaks_its_reader_is_said(playing: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(at: float, pixels: object) -> None:
        raise ValueError("a tile of no kind")

    monkeypatch.setattr(playing.eyes, "see", breaks)
    playing.source.go.release()
    until(lambda: playing.phones.get("乙")["camera"]["state"] == "broken")
    playing.phones.tell("乙", Drawn(1))


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


def test_the_stream_tells_what_the_camera_asks(playing: Watched) -> None:
    phones = playing.phones
    before = phones.get("乙")["stamp"]
    playing.look(moved=True)
    assert phones.get("乙")["stamp"] != before
    answer = phones.clients["乙"].get(f"/api/tables/{phones.table}/stream?last={before}", buffered=False)
    text = ""
    for chunk in answer.iter_encoded():
        text += chunk.decode()
        if "data:" in text:
            break
    answer.close()
    assert '"moved":true' in text


def test_an_album_keeps_files_until_they_are_deleted(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures")
    album.put("table-1", "7", b"seven", Keep.KEEP)
    album.put("table-1", "8", b"eight", Keep.ROUND)
    album.put("table-2", "7", b"other", Keep.KEEP)
    assert Album(tmp_path / "pictures").get("table-1", "7") == b"seven"
    assert album.names("table-1") == {"7", "8"}
    album.forget("table-1")
    assert album.names("table-1") == {"7"}
    album.drop("table-1")
    assert album.get("table-1", "7") is None
    assert not (tmp_path / "pictures" / "table-1").exists()
    assert album.get("table-2", "7") == b"other"


def test_an_album_writes_nothing_beside_its_folder(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures")
    for table, name in (("..", "7"), ("a", "../7"), ("a/b", "7"), ("", "7"), ("a", "")):
        album.put(table, name, b"x", Keep.KEEP)
    assert not any(tmp_path.rglob("*.jpg"))
    album.put("t", "1", b"x", Keep.OFF)
    assert album.names("t") == frozenset()
    for number in range(MOST + 5):
        album.put("t", str(number), b"x", Keep.ROUND)
    assert len(album.names("t")) == MOST


def test_what_the_camera_says_is_as_documented(playing: Watched) -> None:
    phones = playing.phones
    playing.lying.discard(0, Tile.M5)
    playing.look(4)
    playing.lying.discard(1, Tile.P2, sure=0.55, other=Tile.P3, blurred=0.2)
    playing.look(8)
    view = phones.get("乙")
    assert view["camera"]["question"] is not None
    fits(view, {"$ref": "#/components/schemas/View"})
    fits(phones.get("甲", "/camera"), {"$ref": "#/components/schemas/CameraSettings"})
    form = phones.post("乙", "/camera/answer", question=view["camera"]["question"]["id"], option=0)
    fits(form, {"$ref": "#/components/schemas/CameraAnswer"})


def test_three_players_say_where_nobody_sits(app: Companion) -> None:
    watched = Watched(open_phones(app, players=3))
    watched.start()
    assert watched.eyes.sides == (0, 1, 3)
    watched.phones.post("甲", "/camera/settings", empty=1)
    assert watched.eyes.sides == (0, 2, 3)
    assert watched.eyes.corners is not None
    app.cameras.close()
