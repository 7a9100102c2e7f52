"""Learning a tile set through the page's API: look, learn, read with it, correct, forget."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from assistant.tiles import TILES
from tests.vision.tile_sheet import SheetReader, box, drawn
from web import tilesets
from web.app import create_app
from web.companion import Companion
from web.learning import MOST_PHOTOS, MOST_SETS
from web.reading import Reader

ALL = [str(tile) for tile in TILES]


@pytest.fixture(scope="module")
def sheet() -> SheetReader:
    return SheetReader()


@pytest.fixture
def learning(sheet: SheetReader, tmp_path: Path) -> FlaskClient:
    return create_app(Reader(lambda: sheet), data=tmp_path).test_client()


def photo(kinds: tuple[int, ...] = tuple(range(27))) -> io.BytesIO:
    out = io.BytesIO()
    Image.fromarray(drawn(kinds)).save(out, "PNG")
    out.seek(0)
    return out


def labels(words: list[str], first: int = 0) -> list[dict[str, Any]]:
    return [{"box": list(box(first + place)), "tile": word} for place, word in enumerate(words)]


def send(client: FlaskClient, path: str, photos: int = 1, **fields: object) -> tuple[int, dict[str, Any]]:
    data: dict[str, Any] = {
        name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()
    }
    # many are small ones: the test client leaves a temporary file open for a large upload
    kinds = tuple(range(27)) if photos == 1 else (0,)
    data["photo"] = [(photo(kinds), f"{number}.png") for number in range(photos)]
    answer = client.post(path, data=data, content_type="multipart/form-data")
    return answer.status_code, answer.get_json()


def test_a_photo_is_looked_at_and_nothing_is_kept(learning: FlaskClient, tmp_path: Path) -> None:
    status, form = send(learning, "/api/tilesets/look")
    assert status == 200
    assert [one["tile"] for one in form["tiles"]] == ALL
    assert (form["width"], form["height"]) == drawn().shape[1::-1]
    assert list(tmp_path.iterdir()) == []


def test_a_tile_that_the_photo_cuts_is_not_offered(learning: FlaskClient) -> None:
    cut = Image.fromarray(drawn()).crop((0, 0, int(box(8)[2]) - 12, drawn().shape[0]))
    out = io.BytesIO()
    cut.save(out, "PNG")
    out.seek(0)
    answer = learning.post("/api/tilesets/look", data={"photo": (out, "cut.png")})
    form = answer.get_json()
    assert [one["code"] for one in form["problems"]] == ["cut_off"]
    assert [one["tile"] for one in form["tiles"]] == [word for word in ALL if word[0] != "9"]


def test_a_set_is_learnt_read_with_corrected_and_forgotten(learning: FlaskClient, tmp_path: Path) -> None:
    status, form = send(learning, "/api/tilesets", name="我家", labels=[labels(ALL)])
    assert (status, form["set"], form["kinds"], form["missing"]) == (200, "我家", 27, [])
    (file,) = (tmp_path / "tilesets").iterdir()
    before = file.stat().st_size

    (listed,) = learning.get("/api/tilesets").get_json()["tilesets"]
    assert (listed["set"], listed["kinds"], listed["confusable"]) == ("我家", 27, form["confusable"])

    status, scanned = send(learning, "/api/scan", tileset="我家")
    assert status == 200
    assert [one["tile"] for one in scanned["tiles"]] == ALL

    status, corrected = send(
        learning, "/api/tilesets/corrections", tileset="我家", labels=[labels(["9s", "1m"], 4)]
    )
    assert (status, corrected["added"], corrected["set"]) == (200, 2, "我家")
    assert file.stat().st_size > before

    forgotten = learning.post("/api/tilesets/forget", json={"set": "我家"})
    assert (forgotten.status_code, forgotten.get_json()) == (200, {"tilesets": []})
    assert learning.post("/api/tilesets/forget", json={"set": "我家"}).status_code == 404
    assert send(learning, "/api/scan", tileset="我家")[1]["error"]["code"] == "no_tileset"


def test_a_tile_that_may_be_a_missing_one_is_asked_for(tmp_path: Path) -> None:
    """The photo lacks 5m, and no place is free: a player names the tiles beside it."""
    client = create_app(Reader(lambda: SheetReader(26)), data=tmp_path).test_client()
    kinds = tuple(kind for kind in range(27) if kind != 4)
    answer = client.post("/api/tilesets/look", data={"photo": (photo(kinds), "lacking.png")})
    form = answer.get_json()
    words = [one["tile"] for one in form["tiles"]]
    assert words.count("?") == 2
    assert sorted(word for word in words if word != "?") == sorted(set(ALL) - {"4m", "5m", "6m"})
    assert [one["code"] for one in form["problems"]] == ["gap", "gap"]
    assert [one["options"] for one in form["problems"]] == [["4m", "5m"], ["6m", "5m"]]


def test_a_correction_at_the_edge_of_the_photo_is_not_learnt(learning: FlaskClient, tmp_path: Path) -> None:
    wide = drawn().shape[1]
    half = [{"box": [wide - 40.0, 60.0, float(wide), 148.0], "tile": "9s"}]
    status, form = send(learning, "/api/tilesets/corrections", tileset="", labels=[half])
    assert (status, form["error"]["code"]) == (400, "cut_off")
    assert form["error"]["zh"]
    assert not (tmp_path / "tilesets").exists()
    status, form = send(learning, "/api/tilesets/corrections", tileset="", labels=[half + labels(["1m"])])
    assert (status, form["added"], form["kinds"]) == (200, 1, 1)


def test_corrections_without_a_set_make_one_and_no_picture_is_kept(
    learning: FlaskClient, tmp_path: Path
) -> None:
    status, form = send(learning, "/api/tilesets/corrections", labels=[labels(["1m"])])
    assert (status, form["set"], form["added"]) == (200, "corrections", 1)
    assert form["missing"] == ALL[1:]
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size)
    assert file.stat().st_size < 40_000
    assert b"PNG" not in file.read_bytes()


def test_a_photo_whose_order_cannot_be_told_is_shown_as_read(tmp_path: Path) -> None:
    few = create_app(Reader(lambda: SheetReader(4)), data=tmp_path).test_client()
    status, form = send(few, "/api/tilesets/look")
    assert status == 200
    assert len(form["tiles"]) == 4
    (problem,) = form["problems"]
    assert problem["code"] == "too_few"
    assert problem["zh"]


BAD_LABELS = [
    "",
    "no json",
    "[]",
    "{}",
    "[[1]]",
    '[[{"box": [1, 2, 3], "tile": "1m"}]]',
    '[[{"box": [9, 9, 3, 3], "tile": "1m"}]]',
    '[[{"box": [1, 2, 3, NaN], "tile": "1m"}]]',
    '[[{"box": [1, 2, 30, 40], "tile": "0m"}]]',
    '[[{"box": [90000, 2, 90030, 40], "tile": "1m"}]]',
    "[" * 100_000,
    json.dumps([labels(["1m"]) * 200]),
]


@pytest.mark.parametrize("sent", BAD_LABELS)
def test_labels_that_cannot_be_used(learning: FlaskClient, tmp_path: Path, sent: str) -> None:
    status, form = send(learning, "/api/tilesets", name="x", labels=sent)
    assert (status, form["error"]["code"]) == (400, "bad_labels")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".", "x" * 41])
def test_names_that_lead_elsewhere(learning: FlaskClient, tmp_path: Path, name: str) -> None:
    status, form = send(learning, "/api/tilesets", name=name, labels=[labels(["1m"])])
    assert (status, form["error"]["code"]) == (400, "bad_name")
    assert list(tmp_path.iterdir()) == []
    assert learning.post("/api/tilesets/forget", json={"set": name}).get_json()["error"]["code"] == "bad_name"


def test_nothing_named_too_many_photos_and_no_photo(learning: FlaskClient) -> None:
    assert send(learning, "/api/tilesets", name="x", labels=[[]])[1]["error"]["code"] == "too_few"
    many = MOST_PHOTOS + 1
    assert (
        send(learning, "/api/tilesets", many, name="x", labels=[[]] * many)[1]["error"]["code"] == "no_photo"
    )
    assert learning.post("/api/tilesets/look").get_json()["error"]["code"] == "no_photo"


def test_a_page_without_a_folder_keeps_nothing(sheet: SheetReader) -> None:
    bare = create_app(Reader(lambda: sheet)).test_client()
    assert bare.get("/api/tilesets").get_json() == {"tilesets": []}
    status, form = send(bare, "/api/tilesets", name="x", labels=[labels(["1m"])])
    assert (status, form["error"]["code"]) == (409, "no_data")


def test_there_is_an_end_to_the_sets(learning: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "tilesets").mkdir()
    for number in range(MOST_SETS):
        (tmp_path / "tilesets" / f"set {number}.npz").write_bytes(b"damaged")
    status, form = send(learning, "/api/tilesets", name="one more", labels=[labels(["1m"])])
    assert (status, form["error"]["code"]) == (409, "too_many_sets")
    listed = learning.get("/api/tilesets").get_json()["tilesets"]
    assert {one["problems"][0]["code"] for one in listed} == {"bad_tileset"}


def test_a_set_learnt_with_another_model_is_refused(learning: FlaskClient, tmp_path: Path) -> None:
    from vision.tileset import empty
    from vision.tileset_files import TilesetFolder

    TilesetFolder(tmp_path).save(empty("old", "another net"))
    status, form = send(learning, "/api/scan", tileset="old")
    assert (status, form["error"]["code"]) == (409, "other_model")


def test_every_address_is_documented_and_open_to_everybody(client: FlaskClient, app: Companion) -> None:
    page = client.get("/api/").text.replace("&lt;", "<").replace("&gt;", ">")
    routes = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("tilesets.")]
    assert len(routes) == 6
    for rule in routes:
        if rule.rule.startswith("/api/"):
            method = ((rule.methods or set()) - {"HEAD", "OPTIONS"}).pop()
            assert f"<h2><code>{method} {rule.rule}</code></h2>" in page
        assert getattr(app.view_functions[rule.endpoint], "roles", None) == "everybody"
    assert tilesets.blueprint.name == "tilesets"
    assert re.search(r"no picture", page)
