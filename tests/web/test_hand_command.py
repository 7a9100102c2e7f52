import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.forms import codes
from web.cli import main

ROOT = Path(__file__).parents[2]


class Tangzi:
    """Runs the command in this process and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        status = main(["hand", *arguments])
        out, err = self.capsys.readouterr()
        return status, out, err

    def json(self, *arguments: str) -> tuple[int, Any]:
        status, out, _ = self(*arguments, "--json")
        return status, json.loads(out)


@pytest.fixture
def tangzi(capsys: pytest.CaptureFixture[str]) -> Tangzi:
    return Tangzi(capsys)


def test_json_is_one_document(tangzi: Tangzi) -> None:
    status, out, err = tangzi("2223 678 789m 123p", "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    assert [wait["tile"] for wait in json.loads(out)["waits"]] == ["1m", "3m", "4m"]


def test_text_for_people(tangzi: Tangzi) -> None:
    status, out, err = tangzi("2223 678 789m 123p")
    assert (status, err) == (0, "")
    assert "下叫 ready: 听 waits 3, 剩 left 11" in out


def test_a_hand_may_be_several_arguments(tangzi: Tangzi) -> None:
    assert tangzi.json("2223", "678", "789万", "123筒") == tangzi.json("2223 678 789m 123p")


def test_seen_and_void(tangzi: Tangzi) -> None:
    _, form = tangzi.json("2223 678 789m 123p", "--seen", "14m 9s", "--void", "条")
    assert [wait["left"] for wait in form["waits"]] == [3, 3, 3]
    _, form = tangzi.json("2223 678 789m 123p", "--void", "p")
    assert codes(form) == ["void_held"]
    assert not form["ready"]


def test_rules_and_set(tangzi: Tangzi, tmp_path: Path) -> None:
    hand = "222555888s 88855m"
    assert tangzi.json(hand)[1]["win"]["doublings"] == 1
    assert tangzi.json(hand, "--rules", "online")[1]["win"]["discard"] == 48
    _, form = tangzi.json(hand, "--set", "patterns.triplets_258=4", "--set", "cap=4", "--set", "base=5")
    assert (form["win"]["multiple"], form["win"]["discard"], form["win"]["self_draw_each"]) == (16, 80, 85)
    mine = tmp_path / "mine.toml"
    mine.write_text('based_on = "online"\nbase = 2\n', "utf-8")
    _, form = tangzi.json(hand, "--rules", str(mine), "--set", "base=3")
    assert (form["rules"], form["win"]["discard"]) == ("mine", 24)


@pytest.mark.parametrize(
    ("arguments", "status", "code", "message"),
    [
        (["123m"], 1, "wrong_size", "3 tiles in hand: it must be 13, or 14 after a draw."),
        (["123 345 789m 234 666p"], 1, "wrong_size", "15 tiles in hand: it must be 13, or 14 after a draw."),
        (
            ["123 345 789m 22p #p2p"],
            1,
            "fifth_copy",
            "5 copies of 2p 二筒: a set has four, check the tile.",
        ),
        (["#p1m #p1m 345 789m 4p"], 1, "fifth_copy", "6 copies of 1m 一万: a set has four, check the tile."),
        (["1m #p1m #p2m #p3m #p4m #p5m"], 1, "too_many_melds", "5 melds: a hand has at most four."),
        (["123 345 789m 23 6p ?"], 1, "unseen", "1 tile is unknown (?): name what is in the hand."),
        (["1m"], 1, "wrong_size", "1 tile in hand: it must be 13, or 14 after a draw."),
        (["123x"], 1, "bad_character", "“x” is no part of a hand"),
        (["123"], 1, "no_suit", "“123” has no suit"),
        ([""], 1, "empty", "There is no tile in it"),
        (["2223 678 789m 123p", "--seen", "12"], 2, "no_suit", "“12” has no suit"),
        (["2223 678 789m 123p", "--void", "z"], 2, "bad_suit", "“z” is no suit"),
        (["2223 678 789m 123p", "--rules", "peking"], 2, "bad_rules", "There is no rule set “peking”"),
        (["2223 678 789m 123p", "--rules", ""], 2, "bad_rules", ". cannot be read"),
        (["2223 678 789m 123p", "--set", "cap"], 2, "bad_rules", "“cap” changes no rule"),
        (["2223 678 789m 123p", "--set", "cap=x"], 2, "bad_rules", 'cap cannot be "x"'),
        (
            ["2223 678 789m 123p", "--set", "capp=3"],
            2,
            "bad_rules",
            "There is no rule capp: did you mean cap?",
        ),
    ],
)
def test_what_cannot_be_used(
    tangzi: Tangzi, arguments: list[str], status: int, code: str, message: str
) -> None:
    got, form = tangzi.json(*arguments)
    assert (got, list(form), form["error"]["code"]) == (status, ["error"], code)
    assert form["error"]["message"].startswith(message)
    got, out, err = tangzi(*arguments)
    assert (got, out) == (status, "")
    assert message in err


def test_every_problem_with_the_rules_at_once(tangzi: Tangzi) -> None:
    sets = ["--set", "cap", "--set", "base=0", "--set", "voit=free"]
    _, form = tangzi.json("2223 678 789m 123p", *sets)
    assert form["error"]["message"] == (
        "“cap” changes no rule: write key=value, like cap=4. "
        "base cannot be 0: write a whole number from 1 to 1000000. "
        "There is no rule voit: did you mean void?"
    )


def test_no_hand_at_all(tangzi: Tangzi) -> None:
    status, out, err = tangzi()
    assert (status, out) == (2, "")
    assert "usage: tangzi hand" in err
    assert "还缺 hand：用法见 tangzi hand --help。 The following arguments are required: hand;" in err


@pytest.mark.parametrize(
    ("arguments", "zh"),
    [
        ((), "请写一个命令：hand、"),
        (("bogus",), "没有 'bogus' 这个命令"),
        (("scan",), "还缺 PHOTO"),
        (("hand", "1m", "--nope"), "不认识 --nope"),
        (("hand", "1m", "--set"), "--set 后面要写值"),
        (("serve", "--port", "x"), "--port 不能是 'x'"),
        (("scan", "a.jpg", "--backend", "q"), "--backend 不能是 'q'，只能是 'auto'"),
    ],
)
def test_wrong_arguments_are_said_in_chinese_first_and_as_json(
    arguments: tuple[str, ...], zh: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith(zh)
    assert main([*arguments, "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "wrong_arguments"
    assert error["message"].endswith("--help says more.")


def test_a_hand_a_line(tangzi: Tangzi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("2223 678 789m 123p\n123\n\n123456789m 1111p\n"))
    status, out, err = tangzi("-", "--json")
    forms = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [form.get("ready") for form in forms] == [True, None, None, False]
    assert [form["error"]["code"] for form in forms if "error" in form] == ["no_suit", "empty"]


def test_a_hand_a_line_for_people(tangzi: Tangzi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("123\n2223 678 789m 123p\n"))
    status, out, err = tangzi("-")
    assert status == 0
    assert "听 waits 3" in out
    assert err.startswith("123: “123”没有花色：后面加 m、p、s 或万、筒、条，如 123m。 “123” has no suit")


def test_bytes_that_are_no_text() -> None:
    """A line that is not UTF-8 is one unusable line; the next one is read."""
    done = subprocess.run(
        [sys.executable, "-m", "web", "hand", "-", "--json"],
        input=b"\xff\xfe\n2223 678 789m 123p\n",
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    first, second = map(json.loads, done.stdout.decode("utf-8").splitlines())
    assert (done.returncode, first["error"]["code"], second["ready"]) == (0, "bad_character", True)


def test_lines_of_a_windows_editor() -> None:
    """A byte order mark and carriage returns are no part of a hand."""
    done = subprocess.run(
        [sys.executable, "-m", "web", "hand", "-", "--json"],
        input="\ufeff2223 678 789m 123p\r\n123万 55筒\r\n".encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    first, second = map(json.loads, done.stdout.decode("utf-8").splitlines())
    assert (first["ready"], second["error"]["code"]) == (True, "wrong_size")


def test_an_argument_that_is_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "web", "hand", b"12\xff3m", "--json"],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (1, "bad_character")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_a_pipe_that_lacks_chinese(encoding: str) -> None:
    """A redirected output of Windows or a bare container: JSON is UTF-8, text loses letters, no command."""

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "web", "hand", *arguments],
            capture_output=True,
            cwd=ROOT,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        )

    people = run("2223 678 789m 123p")
    assert people.returncode == 0
    assert "ready: " in people.stdout.decode(encoding)
    refused = run("123x", "--json")
    assert json.loads(refused.stdout.decode("utf-8"))["error"]["message"].startswith("“x” is no part")
    assert (refused.returncode, run("--help").returncode) == (1, 0)


def test_a_closed_standard_input(tangzi: Tangzi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    status, form = tangzi.json("-")
    assert (status, form["error"]["code"]) == (1, "no_input")


def test_nothing_heavy_is_imported() -> None:
    """Cold start: neither arrays nor a page nor a detector for one hand."""
    code = (
        "import sys; from web.cli import main; main(['hand', '22234 77m 123 456p 9p', '--json']);"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, encoding="utf-8"
    )
    heavy = {"numpy", "flask", "cv2", "torch", "onnxruntime", "ultralytics", "sqlalchemy", "PIL", "vision"}
    assert not heavy & set(done.stderr.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    """Also where the output only fails as it is flushed at the end."""
    for arguments in (["7777m 123 456p 789s 9s", "--json"], ["7777m 123 456p 789s 9s"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "web", "hand", *arguments],
                cwd=ROOT,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 1
        assert "free some space" in done.stderr
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
