"""`tangzi watch` over short films of rounds, with a reader that sees what was drawn; and what goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.end_to_end.films_of_rounds import FilmedRound, film_of, filmed, played
from tests.end_to_end.truth_reader import Faults, TruthReader
from tests.own_faces import own_faces
from vision import lasting, sources
from vision.calibration import Geometry
from vision.detectors import opening
from vision.geometry_file import load_geometry, save_geometry
from vision.sources import SourceError, Taken
from vision.synth.films import Film
from vision.synth.laying import Manner
from vision.synth.settings import plain_setting
from web.cli import main

PERFECT = Faults(missed=0, wrong=0, ghosts=0, off=0.3)
SIZE = (1280, 720)


@dataclass
class FilmSource:
    """A film as a source; before each frame its reader is told the truth."""

    film: Film
    reader: TruthReader
    frames: int
    drops: bool = False
    away: int | None = None
    """before which frame the camera is away once"""
    live: bool = False
    number: int = 0
    closed: bool = False

    def read(self) -> Taken | None:
        if self.number >= min(self.frames, len(self.film)):
            if self.drops:
                raise SourceError("source_dropped", "The camera film has stopped: start again.", "断开了。")
            return None
        if self.number == self.away:
            self.away = None
            raise SourceError("source_dropped", "The camera film has stopped: start again.", "断开了。")
        frame = self.film.frame(self.number)
        self.reader.tell(self.number, frame.picture.tiles)
        self.number += 1
        return frame.at, frame.picture.pixels

    def close(self) -> None:
        self.closed = True


def film(seed: int, players: int = 4, dealer: int = 0) -> tuple[FilmedRound, Film]:
    shown = filmed(played(seed, overrides={"players": players}), dealer_side=dealer, seed=seed)
    return shown, film_of(shown, seed, setting=plain_setting(own_faces()), manner=Manner(seed))


def geometry_of(film: Film, players: int, dealer: int) -> Geometry:
    a, b, c, d = ((float(x), float(y)) for x, y in film.frame(0).picture.corners)
    names = ("A", "B", "C", "D")[:players]
    return Geometry((a, b, c, d), SIZE, tuple(range(players)), dealer, names=names)


Watch = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Watch:
    """Runs the command on a film: its status, its lines, its messages."""

    def run(source: FilmSource, *options: str) -> tuple[int, list[dict[str, Any]], str]:
        monkeypatch.setattr(opening, "open_detector", lambda *_, **__: source.reader)
        monkeypatch.setattr(sources, "open_source", lambda *_: source)
        status = main(["watch", "film.mp4", "--json", *options])
        out, err = capsys.readouterr()
        assert source.closed
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


def bare(line: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in line.items() if key not in ("at", "confidence", "source", "evidence")
    }


@pytest.mark.parametrize(("seed", "players", "dealer", "frames"), [(7, 4, 1, 130), (9, 3, 0, 110)])
def test_a_film_is_told_event_by_event(
    watch: Watch, tmp_path: Path, seed: int, players: int, dealer: int, frames: int
) -> None:
    shown, its_film = film(seed, players, dealer)
    save_geometry(tmp_path / "table.toml", geometry_of(its_film, players, dealer))
    source = FilmSource(its_film, TruthReader(PERFECT, seed), frames)
    status, lines, err = watch(
        source, "--geometry", str(tmp_path / "table.toml"), "--set", f"players={players}"
    )
    assert (status, err) == (0, "")
    assert lines[0]["kind"] == "round_started"
    names = ["A", "B", "C", "D"][:players]
    assert lines[0]["names"] == names[dealer:] + names[:dealer]
    events = [line for line in lines[1:] if line["kind"] not in ("question", "problem")]
    done = shown.events_done(its_film.frame(frames - 1).done)
    assert [bare(line) for line in events] == list(done[: len(events)])
    assert len(events) >= len(done) - 6, "no more than three turns behind the film"
    for line in lines:
        assert line["source"] == "camera"
        assert 0 <= line["at"] < frames / 5
    assert all(0.9 < line["confidence"] <= 1 for line in events)
    assert [line["at"] for line in lines] == sorted(line["at"] for line in lines)


def test_a_source_of_which_nothing_is_recorded_says_so(watch: Watch, tmp_path: Path) -> None:
    _, its_film = film(7)
    save_geometry(tmp_path / "table.toml", geometry_of(its_film, 4, 0))
    source = FilmSource(its_film, TruthReader(PERFECT, 7), 2)
    status, lines, err = watch(source, "--geometry", str(tmp_path / "table.toml"))
    assert (status, lines) == (0, [])
    assert "Nothing was recorded" in err


@dataclass
class SmallSource(FilmSource):
    """The same as a camera gives that was not set to a large picture."""

    def read(self) -> Taken | None:
        taken = super().read()
        return None if taken is None else (taken[0], np.ascontiguousarray(taken[1][::2, ::2]))


def test_a_camera_that_sees_the_far_tiles_too_small_is_told_what_to_do(watch: Watch, tmp_path: Path) -> None:
    _, its_film = film(7)
    save_geometry(tmp_path / "table.toml", geometry_of(its_film, 4, 0))
    source = SmallSource(its_film, TruthReader(PERFECT, 7), 2)
    status, (line,), _ = watch(source, "--geometry", str(tmp_path / "table.toml"))
    assert (status, line["kind"], line["code"]) == (0, "problem", "far_tiles")
    assert "1080p" in line["message"]
    assert "1080p" in line["zh"]


def test_the_lines_are_a_record_that_settle_reads(
    watch: Watch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, its_film = film(7)
    source = FilmSource(its_film, TruthReader(PERFECT, 7), 80)
    status, lines, err = watch(
        source, "--overlay", str(tmp_path / "overlay.png"), "--save-geometry", str(tmp_path / "found.toml"),
        "--evidence", str(tmp_path / "kept"),
    )  # fmt: skip
    assert (status, err) == (0, ""), "the table is found by itself"
    found = np.array(load_geometry(tmp_path / "found.toml").corners)
    assert np.abs(found - np.array(its_film.frame(0).picture.corners)).max() < 8
    with Image.open(tmp_path / "overlay.png") as image:
        assert image.size == SIZE
    for line in lines:
        with Image.open(line["evidence"]) as image:
            assert image.size == SIZE
    record = tmp_path / "round.jsonl"
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["settle", str(record), "--json"]) == 0
    settled = json.loads(capsys.readouterr().out)
    assert len(lines) > 5
    assert settled["problems"] == []


def test_without_a_told_dealer_it_is_who_threw_first(watch: Watch) -> None:
    _, its_film = film(7, dealer=2)
    status, lines, err = watch(FilmSource(its_film, TruthReader(PERFECT, 7), 40))
    assert status == 0
    assert "Side 2 threw first" in err
    _, its_film = film(7)
    _, straight, err = watch(FilmSource(its_film, TruthReader(PERFECT, 7), 40))
    assert "threw first" not in err
    acts = [[(one["kind"], one.get("seat"), one.get("tile")) for one in run] for run in (lines, straight)]
    assert acts[0][:6] == acts[1][:6]
    assert ("discarded", 0) in [act[:2] for act in acts[0]]


def test_a_told_dealer_who_did_not_throw_first_is_asked_about(watch: Watch) -> None:
    _, its_film = film(7, dealer=2)
    _, lines, _ = watch(FilmSource(its_film, TruthReader(PERFECT, 7), 40), "--dealer", "0")
    codes = [line["code"] for line in lines if line["kind"] == "problem"]
    assert codes.count("dealer_differs") == 1


def test_a_camera_that_drops_is_told_and_nothing_is_lost(watch: Watch) -> None:
    _, its_film = film(7)
    source = FilmSource(its_film, TruthReader(PERFECT, 7), 40, drops=True)
    status, lines, err = watch(source)
    assert status == 1
    assert lines[-1]["error"]["code"] == "source_dropped"
    assert any(line.get("kind") == "discarded" for line in lines)
    assert "start again" in err


def test_a_camera_that_comes_back_is_followed_on(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "PAUSE", 0.0)
    _, its_film = film(7)
    _, whole, _ = watch(FilmSource(its_film, TruthReader(PERFECT, 7), 60))
    _, its_film = film(7)
    status, lines, err = watch(FilmSource(its_film, TruthReader(PERFECT, 7), 60, away=30, live=True))
    assert status == 0
    assert [line.get("kind") for line in lines] == [line.get("kind") for line in whole]
    assert "正在重连" in err
    assert "回来了" in err


def bare_table(seconds: float) -> Iterator[Taken]:
    for number in range(int(seconds * 5)):
        yield number / 5, np.full((360, 640, 3), 90, np.uint8)


def test_where_no_table_is_in_sight_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = bare_table(12)

    class Bare:
        live = False

        def read(self) -> Taken | None:
            return next(frames, None)

        def close(self) -> None:
            pass

    monkeypatch.setattr(opening, "open_detector", lambda *_, **__: TruthReader())
    monkeypatch.setattr(sources, "open_source", lambda *_: Bare())
    assert main(["watch", "0", "--json"]) == 1
    told, error = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (told["kind"], told["code"]) == ("problem", "no_geometry")
    assert error["error"]["code"] == "no_geometry"


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        (("nowhere.mp4",), 1, "no_source"),
        (("nowhere.mp4", "--set", "players=7"), 2, "bad_rules"),
        (("nowhere.mp4", "--corners", "1,2", "3,4", "5,6", "x"), 2, "bad_corners"),
        (("nowhere.mp4", "--geometry", "nowhere.toml"), 2, "no_geometry_file"),
    ],
)
def test_what_cannot_be_watched(
    options: tuple[str, ...],
    status: int,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(opening, "open_detector", lambda *_, **__: TruthReader())
    assert main(["watch", *options, "--json"]) == status
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_the_players_of_rules_and_table_must_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, its_film = film(7)
    save_geometry(tmp_path / "table.toml", geometry_of(its_film, 4, 0))
    monkeypatch.setattr(opening, "open_detector", lambda *_, **__: TruthReader())
    options = ["--geometry", str(tmp_path / "table.toml"), "--set", "players=3", "--json"]
    assert main(["watch", "film.mp4", *options]) == 2
    assert "sides" in json.loads(capsys.readouterr().out)["error"]["message"]
