"""Golden transcripts: whole rounds, and what the command prints, gone through by hand (rounds.toml)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.assistant.players.both import by_product, by_second_pricer
from tests.assistant.second_pricer.rulebook import PRESETS
from web.cli import main

HERE = Path(__file__).parent
ROUNDS = tomllib.loads((HERE / "rounds.toml").read_text("utf-8"))


def test_every_transcript_is_listed_with_its_answer() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(ROUNDS)
    assert {path.stem for path in HERE.glob("*.json")} == set(ROUNDS)


@pytest.mark.parametrize("name", ROUNDS)
def test_the_command_prints_the_golden_answer(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(HERE / f"{name}.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((HERE / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ROUNDS)
def test_the_second_pricer_finds_the_golden_money(name: str) -> None:
    lines = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
    rules = PRESETS[lines[0]["rules"]] | lines[0]["overrides"]
    assert by_second_pricer(lines, rules) == by_product(lines)
