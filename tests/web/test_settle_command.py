"""`tangzi settle`: records in, payments out, in the form of FORMATS."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from assistant.events import Gap, TableEvent
from assistant.history.codec import encode
from tests.assistant.table_script import table
from web.cli import main

DEAL = {0: "2345666m 777p 234s", 1: "111456789s 22p 99p"}
EVENTS = table("0 d6m kong* 6m d9p x9p; 1 win; 2 d? x1s", DEAL)


def written(path: Path, events: Iterable[TableEvent | str] = EVENTS, **start: object) -> str:
    lines = [one if isinstance(one, str) else json.dumps(encode(one), ensure_ascii=False) for one in events]
    if start:
        lines[0] = json.dumps({**json.loads(lines[0]), **start})
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:  # noqa: ANN401
    assert main(["settle", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_the_form_has_every_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = told(capsys, written(tmp_path / "round.jsonl"))
    assert list(form) == [
        "payments",
        "net",
        "winners",
        "next_dealer",
        "finished",
        "penalties",
        "missing",
        "problems",
    ]
    assert form["net"] == [-2, 6, -2, -2]
    assert form["winners"] == [1]
    assert form["next_dealer"] is None
    assert form["finished"] is False
    first = form["payments"][0]
    assert first == {
        "from": 1,
        "to": 0,
        "points": 2,
        "reason": "kong_concealed",
        "event": 4,
        "why": {"zh": "暗杠六万，每家付2×底1 = 2", "en": "concealed kong of 6m: 2×base 1 = 2 from each"},
    }
    assert all(set(one) == set(first) for one in form["payments"])
    assert [one["reason"] for one in form["payments"][3:]] == ["win_discard", "kong_transfer"]


def test_penalties_and_problems_have_their_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = table("0 d? x9s; 3 d?; 2 false_win", rules="sbr-2025")
    form = told(capsys, written(tmp_path / "round.jsonl", events))
    assert form["penalties"] == [{"seat": 2, "points": 24, "reason": "false_win", "event": 4}]
    (problem,) = form["problems"]
    assert (problem["code"], problem["event"]) == ("out_of_turn", 3)
    assert problem["message"].endswith(".")


def test_a_line_that_cannot_be_read_is_reported_and_the_rest_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [EVENTS[0], "oops", '{"kind": "chow", "seat": 1}', "[" * 100_000, "", *EVENTS[1:]]
    form = told(capsys, written(tmp_path / "round.jsonl", events))
    assert [(one["code"], one["event"]) for one in form["problems"]] == [
        ("bad_json", 1),
        ("unknown_kind", 2),
        ("bad_json", 3),
    ]
    assert form["winners"] == [1]
    assert form["payments"][0]["event"] == 7, (
        "a line that cannot be read keeps its number, a blank one has none"
    )


def test_rules_and_set_outrank_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "round.jsonl", overrides={"base": 5, "kong.concealed": 1})
    assert told(capsys, path)["payments"][0]["points"] == 5
    assert told(capsys, path, "--set", "base=2")["payments"][0]["points"] == 2
    assert told(capsys, path, "--rules", "maomaoyu")["payments"][0]["points"] == 2
    assert told(capsys, path, "--rules", "online", "--set", "base=1")["payments"][0]["points"] == 2


def test_a_house_file_is_a_rule_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "house.toml").write_text('based_on = "chengdu"\nbase = 3\n', "utf-8")
    path = written(tmp_path / "round.jsonl")
    assert told(capsys, path, "--rules", str(tmp_path / "house.toml"))["payments"][0]["points"] == 6


def test_three_players_stay_three_under_another_rule_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "round.jsonl", table("0 d? kong* 1m", players=3))
    assert told(capsys, path)["net"] == [4, -2, -2]
    form = told(capsys, path, "--rules", "online", "--compare", "sbr-2025")
    assert form["net"] == [24, -12, -12]
    assert form["compare"]["net"] == [4, -2, -2]


def test_rules_outrank_those_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "bad value.jsonl", names=[], overrides={"cap": -1})
    assert told(capsys, path, "--rules", "online")["payments"][0]["points"] == 12
    path = written(tmp_path / "lost.jsonl", names=[], rules="lost.toml", overrides={"players": 4})
    assert told(capsys, path, "--rules", "online")["payments"][0]["points"] == 12
    path = written(tmp_path / "who.jsonl", names=[], rules="lost.toml")  # for three players or four?
    assert told(capsys, path, "--rules", "online", status=1)["error"]["code"] == "bad_rules"


def test_compare_shows_every_line_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = told(capsys, written(tmp_path / "round.jsonl"), "--compare", "sbr-2025")
    other = form["compare"]
    assert other["rules"] == "sbr-2025"
    assert sum(other["net"]) == 0
    moved = [(one["from"], one["to"], one["reason"], one["points"]) for one in other["changes"]]
    assert (0, 1, "kong_transfer", [6, 0]) in moved
    assert {(0, seat, "kong_refund", (0, 2)) for seat in (1, 2, 3)} <= {
        (payer, payee, reason, tuple(points)) for payer, payee, reason, points in moved
    }
    for one in other["changes"]:
        assert [words is None for words in one["why"]] == [points == 0 for points in one["points"]]
    differ = dict.fromkeys(range(4), 0)
    for payer, payee, _, (was, would) in moved:
        differ[payer] -= would - was
        differ[payee] += would - was
    assert [one + differ[seat] for seat, one in enumerate(form["net"])] == other["net"]


def test_the_same_rules_compare_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = told(capsys, written(tmp_path / "round.jsonl"), "--compare", "chengdu")
    assert form["compare"]["changes"] == []
    assert form["compare"]["net"] == form["net"]


def test_several_records_are_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = written(tmp_path / "good.jsonl"), str(tmp_path / "none.jsonl")
    forms = told(capsys, good, bad)
    assert [one["file"] for one in forms] == [good, bad]
    assert forms[0]["winners"] == [1]
    assert forms[1]["error"]["code"] == "no_such_file"
    told(capsys, bad, bad, status=1)


def test_a_record_may_come_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path(written(tmp_path / "round.jsonl")).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))
    assert told(capsys, "-")["winners"] == [1]


def test_a_closed_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert told(capsys, "-", status=1)["error"]["code"] == "no_input"


def test_what_is_printed_for_people_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.txt"
    path.write_text("    5.3 s 0 打 8p  0.996\n", encoding="utf-8")
    error = told(capsys, str(path), status=1)["error"]
    assert error["code"] == "not_started"
    assert "tangzi watch --json" in error["message"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"\xff\xfe\x00", "unreadable"),
        (b"hello", "not_started"),
        (b'{"kind": "drawn", "seat": 0, "tile": "1m"}', "not_started"),
        (b'{"kind": "round_started", "names": ["A"]}', "players_differ"),
        (b'{"kind": "round_started", "rules": "nope"}', "bad_rules"),
        (b'{"kind": "round_started", "overrides": {"nope": 1, "cap": -1}}', "bad_rules"),
        (b'{"kind": "round_started", "overrides": {"cap": null}}', "bad_rules"),
        (b'{"kind": "round_started", "chips": [1]}', "chips_differ"),
        (b'{"kind": "round_started", "wall": 80}', "wall_too_long"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_record_that_cannot_be_used_is_one_clear_sentence(
    content: bytes, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.jsonl"
    path.write_bytes(content)
    form = told(capsys, str(path), status=1)
    assert list(form) == ["error"]
    assert form["error"]["code"] == code
    assert form["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rules", "nope"),
        ("--rules", ""),
        ("--set", "nope=1"),
        ("--set", "cap"),
        ("--compare", "nope"),
        ("--compare", ""),
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_exit_two(
    arguments: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = told(capsys, written(tmp_path / "round.jsonl"), *arguments, status=2)
    assert form["error"]["code"] == "bad_rules"


def test_what_a_camera_did_not_follow_is_marked_as_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "round.jsonl", [EVENTS[0], Gap(checked=False), *EVENTS[1:]])
    (asked,) = [said for said in told(capsys, path)["missing"] if "nobody saw" in said]
    assert "--checked" in asked
    assert '"checked": false' in asked
    there = told(capsys, path, "--compare", "online")["compare"]["missing"]
    assert any("--checked" in said for said in there)
    after = told(capsys, path, "--checked", "--compare", "online")
    assert not [said for said in after["missing"] + after["compare"]["missing"] if "nobody saw" in said]
    mended = Path(path).read_text("utf-8").replace(', "checked": false', "")
    Path(path).write_text(mended, "utf-8")
    assert told(capsys, path)["missing"] == [said for said in after["missing"] if "nobody saw" not in said]
    assert told(capsys, path, path, "--checked", status=2)["error"]["code"] == "bad_told"


def test_people_read_names_sums_and_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "round.jsonl", names=["Ann", "Bo", "Cy", "Di"])
    assert main(["settle", path, "--compare", "online"]) == 0
    text = capsys.readouterr().out
    assert "Bo → Ann  2  暗杠六万，每家付2×底1 = 2  (concealed kong of 6m: 2×base 1 = 2 from each)" in text
    assert "按 under online:" in text
    assert "Ann -2  Bo +6  Cy -2  Di -2" in text


def test_people_read_which_event_is_odd(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the number that payments and requests use, counted from 0."""
    assert main(["settle", written(tmp_path / "round.jsonl", [EVENTS[0], "hello"])]) == 0
    assert (
        "第1件事 event 1: 这一行不是 JSON：一行写一件事。 The line is no JSON object: write one event a line."
        in capsys.readouterr().out
    )


def test_the_fifth_person_has_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = table("bet 1m; 0 d? kong* 5p", overrides={"side_bet": True})
    assert main(["settle", written(tmp_path / "round.jsonl", events)]) == 0
    assert "A +6  B -4  C -4  D -4  E +6" in capsys.readouterr().out


def test_bytes_of_a_windows_editor_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.jsonl"
    data = Path(written(tmp_path / "plain.jsonl")).read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert told(capsys, str(path))["winners"] == [1]


def test_unicode_separators_inside_a_line_do_not_split_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["A\u2028B", "C\u0085", "D", "E"]
    path = tmp_path / "round.jsonl"
    first: Mapping[str, object] = {**encode(EVENTS[0]), "names": names}
    rest = [json.dumps(encode(one)) for one in EVENTS[1:]]
    path.write_text("\n".join([json.dumps(first, ensure_ascii=False), *rest]), "utf-8")
    assert told(capsys, str(path))["problems"] == []


WATCHED = (
    '{"kind": "question", "at": 3.0, "options": [[], []], "about": [], "source": "camera"}',
    '{"kind": "problem", "at": 4.0, "code": "far_tiles", "message": "far", "zh": "远", "source": "camera"}',
)


def test_what_a_watched_table_only_said_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = told(capsys, written(tmp_path / "round.jsonl"))
    lines = [json.dumps(encode(one), ensure_ascii=False) for one in EVENTS]
    assert told(capsys, written(tmp_path / "watched.jsonl", [*lines[:4], *WATCHED, *lines[4:]])) == plain


def test_a_mended_discard_is_settled_as_what_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first line tells 8p; the camera sees later that it was 9p, on which the neighbour won."""
    plain = told(capsys, written(tmp_path / "round.jsonl"))
    lines = [json.dumps(encode(one), ensure_ascii=False) for one in EVENTS]
    at = next(place for place, line in enumerate(lines) if '"discarded"' in line)
    wrong = {**json.loads(lines[at]), "tile": "8p"}
    mended = {"kind": "mended", "seat": 0, "number": 0, "tile": "9p", "instead": "8p", "source": "camera"}
    watched = [*lines[:at], json.dumps(wrong), json.dumps(mended), *lines[at + 1 :]]
    assert told(capsys, written(tmp_path / "watched.jsonl", watched)) == plain
    for number in (1, -1, True, "0", None):
        lost = json.dumps({**mended, "number": number})
        form = told(capsys, written(tmp_path / "lost.jsonl", [*lines[: at + 1], lost, *lines[at + 1 :]]))
        assert [one["code"] for one in form["problems"]] == ["bad_field"]
