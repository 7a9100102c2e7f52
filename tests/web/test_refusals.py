"""What a command refuses is said in Chinese first, then in English; beside JSON too."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from web.cli import main

ROOT = Path(__file__).parents[2]
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["hand", "123m 55p"], "wrong_size"),
        (["hand", "111112222333m"], "fifth_copy"),
        (["hand", "2223m 678m 789m 12p ?"], "unseen"),
        (["hand", "11m #p2m #p3m #p4m #p5m #p6m"], "too_many_melds"),
        (["hand", "123x"], "bad_character"),
        (["hand", "m"], "no_number"),
        (["hand", "123"], "no_suit"),
        (["hand", "#z5p"], "bad_meld"),
        (["hand", "9" * 500], "too_long"),
        (["hand", " "], "empty"),
        (["hand", "2223m 678m 789m 123p", "--seen", "#p5m"], "only_tiles"),
        (["hand", "2223m 678m 789m 123p", "--void", "x"], "bad_suit"),
        (["hand", "1m", "--set", "cap"], "bad_rules"),
        (["hand", "1m", "--set", "cap=none", "--set", "kap=3"], "bad_rules"),
        (["hand", "1m", "--set", "kong=1"], "bad_rules"),
        (["hand", "1m", "--set", "cap=99"], "bad_rules"),
        (["hand", "1m", "--rules", "nowhere"], "bad_rules"),
        (["settle", "nowhere.jsonl"], "no_such_file"),
        (["settle", "."], "unreadable"),
        (["settle", "a", "b", "--checked"], "bad_told"),
        (["settle", "a", "--answer", "x"], "bad_answer"),
        (["settle", "a", "--void", "x"], "bad_told"),
        (["scan", "a.jpg", "--model", "nowhere"], "bad_model"),
        (["scan", "a.jpg", "--tileset", "nowhere"], "no_tileset"),
        (["table", "a.jpg", "--corners", "a", "b", "c", "d"], "bad_corners"),
        (["table", "a.jpg", "--geometry", "nowhere.toml"], "no_geometry_file"),
        (["learn", "a/b"], "bad_name"),
        (["learn", "a"], "no_photo"),
    ],
)
def test_a_refusal_is_read_in_chinese_first(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    said = capsys.readouterr().err
    first = CHINESE.search(said)
    english = re.search(r"[A-Za-z]{2,} [a-z]{2,} ", said)
    assert first is not None
    assert english is not None
    assert first.start() < english.start(), said
    assert main([*words, "--json"]) != 0
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert CHINESE.search(error["zh"])


def test_a_port_that_is_none_is_said_in_chinese_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "65536"]) == 2
    assert capsys.readouterr().err.startswith("65536 不是端口")


@pytest.mark.parametrize("path", sorted((ROOT / "web" / "commands").glob("*.py")), ids=lambda path: path.stem)
def test_no_command_refuses_in_one_language(path: Path) -> None:
    """Every problem that a command makes has its Chinese."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            wanted = {"Problem": 3, "wrong": 3}.get(node.func.id, 0)
            assert len(node.args) >= wanted, ast.unparse(node)


def test_what_is_odd_about_a_hand_is_said_in_chinese_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "123m 456m 789m 12p 11s", "--void", "m"]) == 0
    odd = [line for line in capsys.readouterr().out.splitlines() if line.startswith("! ")]
    assert len(odd) == 2
    assert all(CHINESE.match(line[2:]) for line in odd)
