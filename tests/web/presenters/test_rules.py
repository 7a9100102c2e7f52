"""打法的用语: no key and no value of a rule set is shown by its TOML name."""

from __future__ import annotations

import re

import pytest

from assistant.rule_keys import KEYS, Key
from assistant.rules import PRESETS, load
from web.presenters.rules import SETS, key_form, key_words, set_words, value_lines, value_words

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_key_and_word_has_a_name_in_both_languages(key: Key) -> None:
    form = key_form(key)
    assert set(form["meanings"]) >= set(form["words"])
    for words in (form, *form["meanings"].values()):
        assert CHINESE.search(words["zh"])
        assert words["en"].lstrip("×").isascii()
        assert words["en"]
        assert "_" not in words["en"]


def test_what_is_chosen_from_a_list_has_its_words_from_here() -> None:
    """The page lists caps and prices as doublings, and flags; it has no words for them itself."""
    forms = {key.name: key_form(key)["meanings"] for key in KEYS}
    assert forms["cap"]["10"] == {"zh": "1024 倍", "en": "×1024"}
    assert forms["patterns.one_suit"]["0"] == {"zh": "0 翻", "en": "×1"}
    assert forms["exchange_three"] == {"true": {"zh": "是", "en": "yes"}, "false": {"zh": "否", "en": "no"}}
    assert forms["base"] == {}


def test_no_two_keys_go_by_one_name() -> None:
    for language in (0, 1):
        names = [
            key_words(key.name)[language] for key in KEYS if key.name not in ("earthly", "patterns.earthly")
        ]
        assert len(names) == len({name.lower() for name in names})


def test_words_of_one_key_differ() -> None:
    for key in KEYS:
        meant = [value_words(key.name, word) for word, _ in key.choices]
        assert len(set(meant)) == len(meant)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("cap", 3, ("8 倍", "×8")),
        ("cap", "none", ("不封顶", "none")),
        ("base", 5, ("5", "")),
        ("patterns.one_suit", 2, ("2 翻", "×4")),
        ("patterns.one_suit", "off", ("不算", "off")),
        ("patterns.heavenly", "cap", ("满格", "the cap")),
        ("pig.pays", "double_largest", ("最大的两倍", "twice largest")),
        ("pig.pays", 16, ("16", "")),
        ("kong.exposed", 1, ("1", "")),
        ("exchange_three", False, ("否", "no")),
    ],
)
def test_what_a_value_says(key: str, value: bool | int | str, words: tuple[str, str]) -> None:
    assert value_words(key, value) == words


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_rule_set_is_said(preset: str) -> None:
    lines = value_lines(load(preset).values())
    assert len(lines) == len(KEYS)
    assert preset in SETS
    assert set_words("ours") == ("ours", "")
