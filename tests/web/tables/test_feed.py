"""The camera and the live table: what it sees is recorded or warned of, and people outrank it."""

from __future__ import annotations

import pytest

from assistant.events import Discarded, Drawn
from assistant.tiles import Tile
from tests.web.openapi.test_document import fits
from tests.web.tables.watched import (
    SHOWN,
    Watched,
    kinds,
    lines,
)


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
