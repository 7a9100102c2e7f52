"""`tangzi settle` on what `tangzi watch` printed: questions, answers, what was supposed, several rounds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from assistant.history.codec import decode, encode
from tests.assistant.table_script import table
from web.cli import main
from web.commands.open_questions import NoAnswerError
from web.commands.settle import read_rounds
from web.commands.watched_record import Record

DEAL = {0: "2345666m 777p 234s", 1: "111456789s 22p 99p"}
EVENTS = table("0 d6m kong* 6m d9p x9p; 1 win; 2 d? x1s", DEAL)
LINES: list[dict[str, Any]] = [dict(encode(one)) for one in EVENTS]
WIN = next(at for at, line in enumerate(LINES) if line["kind"] == "won")
SUPPOSED = {"supposed": True, "question": 1, "source": "camera"}


def question(*options: list[dict[str, Any]], **more: object) -> dict[str, Any]:
    return {"kind": "question", "id": 1, "at": 31.2, "options": list(options), "about": [], **more}


def won(supposed: bool) -> list[dict[str, Any]]:
    """The record with a question about the win: was it one, or nothing? The win was supposed, or told."""
    win = {**LINES[WIN], **SUPPOSED} if supposed else LINES[WIN]
    return [*LINES[:WIN], question([LINES[WIN]], []), win, *LINES[WIN + 1 :]]


def settled(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lines: Iterable[dict[str, Any]],
    *options: str,
    status: int = 0,
) -> Any:  # noqa: ANN401
    path = tmp_path / "watched.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    assert main(["settle", str(path), "--json", *options]) == status
    return json.loads(capsys.readouterr().out)


def read(tmp_path: Path, lines: Iterable[dict[str, Any]]) -> list[Record]:
    path = tmp_path / "watched.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return read_rounds(str(path))


def test_money_that_rests_on_a_supposed_answer_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = settled(tmp_path, capsys, LINES)
    form = settled(tmp_path, capsys, won(supposed=True))
    assert form["net"] == plain["net"]
    (what,) = [what for what in form["missing"] if "question 1" in what]
    assert "31 s" in what
    assert "seat 1 wins" in what
    assert "--answer 1:OPTION" in what
    marked = [one["reason"] for one in form["payments"] if one.get("supposed")]
    assert "win_discard" in marked
    assert main(["settle", str(tmp_path / "watched.jsonl")]) == 0
    out = capsys.readouterr().out
    assert "supposed, nobody told it" in out
    assert "not settled yet" in out
    assert main(["settle", str(tmp_path / "watched.jsonl"), "--answer", "1:1"]) == 0
    assert "supposed" not in capsys.readouterr().out


def test_money_under_the_rules_it_is_compared_with_hangs_on_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An added kong of an older tile: chengdu pays nothing for it, only the other rules ask."""
    events = table("0 x1m; 1 pong 1m x2p; 2 d? x3p; 3 d? x4p; 0 d? x5p; 1 d2m kong+ 1m d? x6p", {})
    lines: list[dict[str, Any]] = [dict(encode(one)) for one in events]
    at = next(place for place, line in enumerate(lines) if line["kind"] == "konged")
    kong = lines[at]
    asked = [*lines[:at], question([kong], []), {**kong, **SUPPOSED}, *lines[at + 1 :]]
    form = settled(tmp_path, capsys, asked, "--compare", "online")
    assert [what for what in form["missing"] if "question" in what] == []
    (what,) = [what for what in form["compare"]["missing"] if "question 1" in what]
    assert what.endswith("the money hangs on it")
    assert main(["settle", str(tmp_path / "watched.jsonl"), "--compare", "online"]) == 0
    assert "还缺 missing: 请回答第" in capsys.readouterr().out
    assert settled(tmp_path, capsys, lines, "--compare", "online")["compare"]["missing"] == []


@pytest.mark.parametrize(
    "told",
    [
        {"kind": "answered", "question": 1, "options": [1]},
        {"kind": "settled", "question": 1},
    ],
)
def test_an_answered_or_settled_question_is_sure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: dict[str, Any]
) -> None:
    plain = settled(tmp_path, capsys, LINES)
    assert settled(tmp_path, capsys, [*won(supposed=False), told]) == plain
    assert settled(tmp_path, capsys, won(supposed=True), "--answer", "1:1") == plain


def test_a_late_answer_takes_the_place_of_what_was_supposed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without = settled(tmp_path, capsys, [*LINES[:WIN], *LINES[WIN + 1 :]])
    late = {"kind": "answered", "question": 1, "options": [], "events": []}
    assert settled(tmp_path, capsys, [*won(supposed=True), late]) == without
    afterwards = settled(tmp_path, capsys, won(supposed=True), "--answer", "1:0")
    (said,) = afterwards.pop("missing")
    assert "mend the lines that do not fit" in said, "seat 2 drew as if seat 1 had won"
    assert without.pop("missing") == []
    assert afterwards == without
    bad = {**late, "events": "none"}
    assert [one["code"] for one in settled(tmp_path, capsys, [*LINES, *won(True)[WIN:], bad])["problems"]]


def test_a_question_that_nobody_answered_and_nothing_was_recorded_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = settled(tmp_path, capsys, LINES)
    asked = [*LINES[:WIN], question([LINES[WIN]], []), *LINES[WIN + 1 :]]
    form = settled(tmp_path, capsys, asked)
    assert any("question 1" in what for what in form["missing"])
    assert settled(tmp_path, capsys, asked, "--answer", "1:1") == plain


def test_the_answer_to_a_question_before_the_start_stands_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = settled(tmp_path, capsys, LINES)
    asked = [question(LINES[1 : WIN + 1], []), LINES[0], *LINES[WIN + 1 :]]
    form = settled(tmp_path, capsys, asked)
    assert any("question 1" in what for what in form["missing"])
    assert settled(tmp_path, capsys, asked, "--answer", "1:1") == plain


def test_what_moves_no_money_is_not_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether the last discard was 1s or 9s changes nothing that is due."""
    plain = settled(tmp_path, capsys, LINES)
    last = LINES[-1]
    assert last["kind"] == "discarded"
    asked = question([last], [{**last, "tile": "9s"}])
    assert settled(tmp_path, capsys, [*LINES[:-1], asked, {**last, **SUPPOSED}]) == plain


def test_doubtful_discards_are_asked_for_where_money_hangs_on_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = settled(tmp_path, capsys, LINES)
    thrown = next(at for at, line in enumerate(LINES) if line["kind"] == "discarded")
    asked = question(
        [{**LINES[thrown], "tile": "8p"}], [], several=True, instead=[{"seat": 0, "number": 0, "tile": "9p"}]
    )
    form = settled(tmp_path, capsys, [*LINES, asked])
    assert any("question 1" in what for what in form["missing"])
    wrong = [{**line, "tile": "8p"} if at == thrown else line for at, line in enumerate(LINES)]
    right = question([LINES[thrown]], [], several=True, instead=[{"seat": 0, "number": 0, "tile": "8p"}])
    assert settled(tmp_path, capsys, [*wrong, right], "--answer", "1:1") == plain
    assert settled(tmp_path, capsys, [*LINES, asked], "--answer", "1:0") == plain


def test_of_two_discards_that_were_exchanged_one_number_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seat 0's 9p, on which 1 won, and seat 2's 1s were recorded each for the other."""
    plain = settled(tmp_path, capsys, LINES)
    thrown = [at for at, line in enumerate(LINES) if line["kind"] == "discarded"]
    first, last = (LINES[at] for at in thrown)
    swapped = list(LINES)
    swapped[thrown[0]], swapped[thrown[1]] = {**first, "tile": "1s"}, {**last, "tile": "9p"}
    asked = question(
        [first], [last], [], several=True, paired=[[0, 1]],
        instead=[{"seat": 0, "number": 0, "tile": "1s"}, {"seat": 2, "number": 0, "tile": "9p"}],
    )  # fmt: skip
    form = settled(tmp_path, capsys, [*swapped, asked])
    assert any("question 1" in what for what in form["missing"])
    for told in ("1:1", "1:2", "1:1 2"):
        assert settled(tmp_path, capsys, [*swapped, asked], "--answer", told) == plain


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": 7},
        {"options": [["1s"]]},
        {"options": [[{"kind": "nothing"}]]},
        {"options": [[]], "instead": [{"seat": 0, "number": 0}]},
        {"options": [], "instead": [{"seat": 0, "number": 0}]},
        {"instead": [{"seat": "x"}]},
        {"paired": [[0, 4]]},
    ],
)
def test_a_question_that_cannot_be_read_is_a_problem_of_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: dict[str, Any]
) -> None:
    form = settled(tmp_path, capsys, [*LINES, {**question([LINES[-1]], []), **wrong}])
    assert len(form["problems"]) == 1
    assert form["net"] == settled(tmp_path, capsys, LINES)["net"]


def test_an_empty_record_holds_no_round_whatever_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert settled(tmp_path, capsys, [], "--void", "0=m", status=1)["error"]["code"] == "empty"


def test_lines_that_no_longer_fit_an_answer_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seat 1 won, was supposed, and seat 2 drew next: where seat 1 took the discard by a pong, it did not."""
    pong = {"kind": "ponged", "seat": 1, "tile": "9p"}
    lines = [*LINES[:WIN], question([LINES[WIN]], [pong], []), {**LINES[WIN], **SUPPOSED}, *LINES[WIN + 1 :]]
    form = settled(tmp_path, capsys, lines, "--answer", "1:2")
    (said,) = [what for what in form["missing"] if "mend the lines" in what]
    assert {f"event {one['event']} " in said for one in form["problems"]} == {True}
    assert "seat 2 draws a tile" in said
    assert main(["settle", str(tmp_path / "watched.jsonl"), "--answer", "1:2"]) == 0
    assert "not settled yet" in capsys.readouterr().out
    assert not any("mend the lines" in what for what in settled(tmp_path, capsys, lines)["missing"])


def test_a_doubtful_discard_is_the_same_whatever_is_told_of_those_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = [one for one in LINES[WIN + 1 :] if one["kind"] in ("drawn", "discarded")]
    first = second = [{**one, "seat": 3} for one in turns]
    supposed = [{**one, **SUPPOSED} for one in first]
    place = {"seat": 3, "number": 1, "tile": "1s"}
    mend = {"kind": "discarded", "seat": 3, "tile": "9s"}
    doubt = {**question([mend], [], several=True, instead=[place]), "id": 2}
    (record,) = read(tmp_path, [*LINES, question([*first], []), *supposed, *second, doubt])
    record.answer(1, [])
    record.answer(2, [1])
    assert record.events[-2:] == [decode(second[0]), decode(mend)]
    (record,) = read(
        tmp_path, [*LINES, question([*first], []), *supposed, {**doubt, "instead": [{**place, "number": 0}]}]
    )
    record.answer(1, [])
    with pytest.raises(NoAnswerError, match="not in the record any more"):
        record.answer(2, [1])


@pytest.mark.parametrize("more", ["answered", "settled", None])
def test_an_answer_is_given_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str | None
) -> None:
    asked = [*LINES[:WIN], question([LINES[WIN]], []), LINES[WIN]]
    told = [{"kind": more, "question": 1, "options": [1]}] if more else []
    again = ("--answer", "1:1") if more else ("--answer", "1:1", "--answer", "1:0")
    form = settled(tmp_path, capsys, [*asked, *told, *LINES[WIN + 1 :]], *again, status=2)
    assert "answered already" in form["error"]["message"]


def test_of_one_discard_one_kind_is_told_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = {"seat": 0, "number": 0, "tile": "9p"}
    options = [[{"kind": "discarded", "seat": 0, "tile": tile}] for tile in ("8p", "7p")]
    for several, word in ((True, "one option for each discard"), (False, "takes one option.")):
        asked = question(*options, [], several=several, instead=[place, place])
        form = settled(tmp_path, capsys, [*LINES, asked], "--answer", "1:1 2", status=2)
        assert word in form["error"]["message"]


def test_what_is_told_afterwards_is_of_one_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = settled(tmp_path, capsys, [*won(True), *won(True)], "--answer", "1:1", status=2)
    assert "a file of its own" in twice["error"]["message"]
    late = {"kind": "answered", "question": 1, "options": [1]}
    both = settled(tmp_path, capsys, [*won(True), late, *won(True)], "--answer", "1:1")
    assert not any("question 1" in what for form in both for what in form["missing"])
    path = str(tmp_path / "watched.jsonl")
    for told in (("--answer", "1:1"), ("--void", "0=m")):
        assert main(["settle", path, path, "--json", *told]) == 2
        assert "settle that one alone" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.parametrize("told", ["1:7", "2:1", "1", "x", "1:1 2"])
def test_an_answer_that_the_record_does_not_ask_for_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: str
) -> None:
    form = settled(tmp_path, capsys, won(supposed=True), "--answer", told, status=2)
    assert form["error"]["code"] == "bad_answer"


PIG = table(
    "0 void p; 0 d? x1p; 1 d? x9s; 2 d? x9s; 3 d? x9s; wall; 0 reveal '123456789m 1155p'; "
    "1 reveal '12345678s 22334p'; 2 reveal '12345678s 22334p'; 3 reveal '12345678s 22334p'",
    overrides={"void": "declared"},
    wall=4,
)
"""Seat 0 still holds its void suit at the empty wall."""


def test_money_that_hangs_on_a_supposed_void_suit_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [dict(encode(one)) for one in PIG]
    plain = settled(tmp_path, capsys, lines)
    supposed = [{**one, "supposed": True} if one["kind"] == "void_chosen" else one for one in lines]
    form = settled(tmp_path, capsys, supposed)
    assert form["net"] == plain["net"]
    (what,) = [what for what in form["missing"] if "void suit" in what]
    assert "--void 0=SUIT" in what
    assert any(one.get("supposed") for one in form["payments"])
    assert settled(tmp_path, capsys, supposed, "--void", "0=p") == plain
    other = settled(tmp_path, capsys, supposed, "--void", "0=s")
    assert other["net"] != plain["net"]
    lacking = [one for one in lines if one["kind"] != "void_chosen"]
    assert settled(tmp_path, capsys, lacking, "--void", "0=p") == plain
    assert settled(tmp_path, capsys, supposed, "--void", "p", status=2)["error"]["code"] == "bad_told"


def test_an_evening_of_rounds_is_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = settled(tmp_path, capsys, LINES)
    far = {"kind": "problem", "at": 0.0, "code": "far_tiles", "message": "far", "zh": "远"}
    both = settled(tmp_path, capsys, [far, *LINES, *won(supposed=True)])
    path = str(tmp_path / "watched.jsonl")
    assert [(one.pop("file"), one.pop("round")) for one in both] == [(path, 1), (path, 2)]
    assert both[0] == plain
    assert any("question 1" in what for what in both[1]["missing"])
    refused = settled(tmp_path, capsys, [*LINES, *LINES], "--void", "0=m", status=2)
    assert refused["error"]["code"] == "bad_told"
    assert main(["settle", path]) == 0
    assert f"{path} 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "settled", "question": [1]},
        {"kind": "answered", "question": {}, "options": [1]},
        {"kind": "dropped", "places": [float("inf")], "events": [{"kind": "gap"}]},
        question([LINES[WIN]], instead=[{"seat": float("inf"), "number": 0}]),
    ],
)
def test_a_line_of_wrong_values_is_said_or_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: dict[str, Any]
) -> None:
    form = settled(tmp_path, capsys, [*LINES, line])
    assert form["net"] == settled(tmp_path, capsys, LINES)["net"]
    assert {one["code"] for one in form["problems"]} <= {"bad_field"}
