"""Every rule key is documented in assistant/rulesets/README.md, with the values it really has."""

import re
from pathlib import Path

import pytest

from assistant.rule_keys import BY_NAME, KEYS
from assistant.rules import PRESETS, load

README = Path(__file__).parents[2] / "assistant" / "rulesets" / "README.md"
ROW = re.compile(
    r"^\| `(?P<key>[a-z0-9_.]+)` \| .+ \| (?P<chengdu>.+) \| (?P<others>.+) \| (?P<source>.+) \|$"
)
ROWS = [match for line in README.read_text("utf-8").splitlines() if (match := ROW.match(line))]


def test_every_key_is_documented_once_and_every_documented_key_exists() -> None:
    assert sorted(row["key"] for row in ROWS) == sorted(BY_NAME)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["key"])
def test_a_row_says_what_the_presets_hold(row: re.Match[str]) -> None:
    key = row["key"]
    plain = {preset: str(load(preset)[key]) for preset in PRESETS}
    shown = {preset: {"True": "true", "False": "false"}.get(value, value) for preset, value in plain.items()}
    assert row["chengdu"].replace('"', "").startswith(f"`{shown['chengdu']}`")
    others = row["others"].replace('"', "")
    for preset in PRESETS[1:]:
        if shown[preset] == shown["chengdu"]:
            assert preset not in others
        else:
            assert re.search(rf"`{re.escape(shown[preset])}` \([^)]*{preset}", others)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["key"])
def test_a_row_names_every_word_and_a_source(row: re.Match[str]) -> None:
    key = BY_NAME[row["key"]]
    for word, _ in key.choices:
        assert f'`"{word}"`' in row["chengdu"] + row["others"]
    if key.flag:
        assert {row["chengdu"], row["others"].split(" ")[0]} == {"`true`", "`false`"}
    if key.numbers is not None and len(key.numbers) > 2:
        assert "any" in row["others"]
    assert re.search(r"00[0-4]|SBR|A\d\d|house custom", row["source"])


def test_the_usual_price_of_what_is_off_stands_in_both_files() -> None:
    toml = (README.parent / "chengdu.toml").read_text("utf-8")
    for row in ROWS:
        usual = re.search(r"`\"off\"`, (\d) where played", row["chengdu"])
        if usual:
            name = row["key"].removeprefix("patterns.")
            assert re.search(rf"^{name} = \"off\" +# .*: {usual[1]} where a table plays it", toml, re.M)


def test_the_example_of_an_own_file_loads(tmp_path: Path) -> None:
    text = README.read_text("utf-8")
    block = re.search(r"my\.toml`:\n\n((?:    .*\n|\n)+)", text)
    assert block
    file = tmp_path / "my.toml"
    file.write_text(re.sub(r"^    ", "", block[1], flags=re.M), "utf-8")
    changed = {key.name for key in KEYS if load(file)[key.name] != load("chengdu")[key.name]}
    assert changed == {"cap", "base", "kong.added_only_just_drawn", "patterns.triplets_258"}
