"""几张照片: photos to the hands in them: order, an unusable file among good ones, limits."""

from __future__ import annotations

import io
from typing import Any

from flask.testing import FlaskClient

from tests.vision.hand_photos import photo
from tests.web.scripted import ScriptedReader
from web.app import create_app
from web.reading import Reader


def send(client: FlaskClient, *photos: bytes, status: int = 200) -> dict[str, Any]:
    files = [(io.BytesIO(one), f"{number}.jpg") for number, one in enumerate(photos)]
    answer = client.post("/api/hands", data={"photo": files})
    assert answer.status_code == status, answer.get_json()
    form: dict[str, Any] = answer.get_json()
    return form


def test_photos_of_one_and_of_several_hands_are_read() -> None:
    """No analysis comes with them: this is for settling."""
    client = create_app(Reader()).test_client()
    form = send(client, photo("123m 44m 56m #p7m #p5p"), photo("1112345678999p", "147m 258p 36s 147p 88s"))
    assert [one["image"] for one in form["photos"]] == ["0.jpg", "1.jpg"]
    hands = [[hand["hand"] for hand in one["hands"]] for one in form["photos"]]
    assert hands == [["1234456m #p7m #p5p"], ["1112345678999p", "147m 124578p 3688s"]]
    for one in form["photos"]:
        assert [hand["analysis"] for hand in one["hands"]] == [None] * len(one["hands"])


def test_a_file_that_is_no_picture_does_not_spoil_the_others() -> None:
    client = create_app(Reader()).test_client()
    form = send(client, b"no picture", photo("1112345678999p"))
    assert form["photos"][0]["error"]["code"] == "no_picture"
    assert form["photos"][0]["error"]["zh"]
    assert form["photos"][1]["hands"][0]["hand"] == "1112345678999p"
    assert send(client, b"no picture", status=400)["error"]["code"] == "no_picture"


def test_one_to_four_photos(client: FlaskClient) -> None:
    assert len(send(client, *[b"x"] * 4)["photos"]) == 4
    assert send(client, *[b"x"] * 5, status=400)["error"]["code"] == "no_photo"
    answer = client.post("/api/hands", data={})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "no_photo")


def test_rules_are_checked(client: FlaskClient) -> None:
    answer = client.post("/api/hands", data={"photo": (io.BytesIO(b"x"), "x.jpg"), "rules": "nowhere"})
    assert answer.get_json()["error"]["code"] == "no_such_rules"


def test_a_full_house_is_told_to_come_again(reader: ScriptedReader) -> None:
    app = create_app(reader)
    while app.waiting.acquire(blocking=False):
        pass
    assert send(app.test_client(), b"x", status=503)["error"]["code"] == "busy"
