import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import rule_words as words
from assistant.rule_keys import KEYS, Key, Plain
from assistant.rules import PRESETS, RulesError, RuleSet, from_values, load, parse_set, parse_sets


def plain_values(key: Key) -> st.SearchStrategy[Plain]:
    options: list[st.SearchStrategy[Plain]] = [st.sampled_from([word for word, _ in key.choices] or [""])]
    if not key.choices:
        options.clear()
    if key.numbers is not None:
        options.append(st.integers(key.numbers[0], key.numbers[-1]))
    if key.flag:
        options.append(st.booleans())
    return st.one_of(options)


def refused(name: str | Path, overrides: dict[str, object] | None = None) -> dict[str, str]:
    with pytest.raises(RulesError) as caught:
        load(name, overrides or {})
    return {problem.message: problem.code for problem in caught.value.problems}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_every_key(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert list(rules.values()) == [key.name for key in KEYS]


EXPECTED: dict[str, list[Plain]] = {
    # RULES sections 4 to 9: chengdu, maomaoyu, online, sbr-2025
    "cap": [3, 3, "none", 3],
    "base": [1, 1, 6, 1],
    "label": ["multiple", "multiple", "fan1", "fan0"],
    "self_draw": ["base", "base", "none", "base"],
    "void": ["free", "free", "free", "declared"],
    "concealed_kong_shown": ["all", "all", "all", "middle"],
    "exchange_three": [False] * 4,
    "ending": ["blood"] * 4,
    "many_winners": [True] * 4,
    "passed_win": ["same_kind", "same_kind", "same_kind", "not_dearer"],
    "passed_win_until": ["draw"] * 4,
    "last_four_must_win": [False, False, True, False],
    "point_kong_draw": ["self_draw"] * 4,
    "kong.concealed": [2, 2, 2, 2],
    "kong.exposed": [2, 2, 1, 2],
    "kong.exposed_others": [0, 1, 0, 0],
    "kong.added": [1, 1, 1, 1],
    "kong.added_only_just_drawn": [True, False, False, True],
    "kong.discard_win": ["transfer", "transfer", "transfer", "refund"],
    "kong.added_deal_in_transfers_all": [False] * 4,
    "kong.refund_not_ready": ["always"] * 4,
    "kong.refund_to_winners": [True] * 4,
    "pig.pays": ["cap", "cap", 16, 0],
    "pig.payees": ["playing"] * 4,
    "pig.pays_not_ready": [False, False, False, True],
    "pig.passive_is_not_ready": [False, False, False, True],
    "pig.penalty": [0, 0, 0, 24],
    "not_ready.pays": ["most"] * 4,
    "not_ready.payees": ["ready"] * 4,
    "not_ready.win": ["discard"] * 4,
    "dead_wait": ["ready", "ready", "ready", "own_four"],
    "combine": ["best", "best", "best", "sum"],
    "earthly": ["own_draw"] * 4,
    "patterns.root_counts_kongs": [True, True, False, False],
    "dealer": ["first_winner", "first_winner", "dice", "first_winner"],
    "dealer_after_draw": ["same"] * 4,
    "false_win.pays": [0, 0, 0, 0],
    "false_win.penalty": [0, 0, 0, 24],
    "chips_out": ["stays"] * 4,
    "side_bet": [False] * 4,
    "left_early.multiple": [16] * 4,
    "reveal_wins": ["at_once", "at_once", "at_once", "round_end"],
    "players": [4] * 4,
    "patterns.plain": [0, 0, 0, 0],
    "patterns.all_triplets": [1, 1, 1, 1],
    "patterns.one_suit": [2, 2, 2, 2],
    "patterns.one_suit_triplets": [3, 3, 3, "off"],
    "patterns.seven_pairs": [2, 2, 2, 2],
    "patterns.dragon_pairs": [3, 3, 4, "off"],
    "patterns.one_suit_pairs": [4, 4, 4, "off"],
    "patterns.one_suit_dragon_pairs": [5, 5, 5, "off"],
    "patterns.terminals": ["off", "off", 2, "off"],
    "patterns.one_suit_terminals": ["off", "off", 4, "off"],
    "patterns.triplets_258": ["off", "off", 3, "off"],
    "patterns.single_wait_melded": ["off", "off", "off", 1],
    "patterns.heavenly": ["cap", "cap", 5, "off"],
    "patterns.earthly": ["cap", "cap", 5, "off"],
    "patterns.root": [1, 1, 1, 1],
    "patterns.kong": ["off", "off", "off", 1],
    "patterns.after_kong": [1, 1, 1, 1],
    "patterns.kong_discard": [1, 1, 1, 1],
    "patterns.robbed_kong": [1, 1, 0, 1],
    "patterns.last_tile": ["off", "off", "off", 1],
    "patterns.last_live": ["off"] * 4,
    "patterns.concealed": ["off"] * 4,
    "patterns.no_terminals": ["off"] * 4,
}


@pytest.mark.parametrize("key", [key.name for key in KEYS])
def test_the_presets_say_what_the_sources_say(key: str) -> None:
    assert [load(name)[key] for name in PRESETS] == EXPECTED[key]


def test_fields_are_the_keys_dots_as_groups() -> None:
    rules = load("chengdu")
    fields = set()
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        if field.name == "patterns":
            fields |= {f"patterns.{pattern}" for pattern in value} | {"patterns.root_counts_kongs"}
        elif dataclasses.is_dataclass(value):
            fields |= {f"{field.name}.{inner.name}" for inner in dataclasses.fields(value)}
        else:
            fields.add(field.name)
    assert fields - {"name"} == {key.name for key in KEYS}


def test_values_are_enums_none_and_numbers() -> None:
    rules = load("chengdu")
    assert rules.void is words.Void.FREE
    assert rules.pig.pays is words.PigPays.CAP
    assert load("online").cap is None
    assert load("online").pig.pays == 16
    assert rules.patterns["triplets_258"] is None
    assert rules.patterns[words.PatternId.HEAVENLY] == "cap"
    assert rules.patterns.root_counts_kongs
    assert hash(rules) == hash(load("chengdu"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.base = 5  # type: ignore[misc]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_every_key_can_be_set_and_read_back(name: str, key: Key) -> None:
    some: list[Plain] = [word for word, _ in key.choices]
    some += [True, False] if key.flag else []
    some += [key.numbers[0], key.numbers[-1]] if key.numbers else []
    for value in some:
        rules = load(name, {key.name: value})
        assert rules[key.name] == value
        assert rules.values() == load(name).values() | {key.name: value}
        assert from_values(rules.values(), name) == rules


@given(st.fixed_dictionaries({}, optional={key.name: plain_values(key) for key in KEYS}))
def test_round_trips(tmp_path_factory: pytest.TempPathFactory, changes: dict[str, object]) -> None:
    rules = load("online", changes)
    assert from_values(rules.values(), "online") == rules
    file = tmp_path_factory.mktemp("rules") / "online.toml"
    file.write_text(rules.toml(), "utf-8")
    assert load(file) == rules


def test_a_pinned_rule_set_lacks_no_key() -> None:
    values = load("chengdu").values()
    del values["cap"]
    with pytest.raises(RulesError, match='cap is missing: write a whole number from 0 to 64 or "none"'):
        from_values(values, "chengdu")


def test_overrides_may_be_nested() -> None:
    assert load("chengdu", {"kong": {"added": 0}, "patterns": {"root": "off"}}) == load(
        "chengdu", {"kong.added": 0, "patterns.root": "off"}
    )


def test_a_file_changes_chengdu_or_the_preset_it_names(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("cap = 4\n[patterns]\ntriplets_258 = 4\n", "utf-8")
    assert dataclasses.replace(load(mine), name="chengdu") == load(
        "chengdu", {"cap": 4, "patterns.triplets_258": 4}
    )
    assert load(mine).name == "mine"
    mine.write_text('based_on = "online"\nbase = 2\n"kong.added" = 0\n', "utf-8-sig")
    assert dataclasses.replace(load(str(mine)), name="online") == load("online", {"base": 2, "kong.added": 0})
    assert load(mine, {"base": 5}).base == 5


@pytest.mark.parametrize(
    ("overrides", "code", "message"),
    [
        ({"cap": None}, "null", 'cap cannot be null: write a whole number from 0 to 64 or "none".'),
        ({"cap": -1}, "impossible_value", 'cap cannot be -1: write a whole number from 0 to 64 or "none".'),
        (
            {"cap": "four"},
            "impossible_value",
            'cap cannot be "four": write a whole number from 0 to 64 or "none".',
        ),
        ({"cap": True}, "wrong_type", 'cap cannot be true: write a whole number from 0 to 64 or "none".'),
        ({"cap": 2.5}, "wrong_type", 'cap cannot be 2.5: write a whole number from 0 to 64 or "none".'),
        ({"cap": []}, "wrong_type", 'cap cannot be []: write a whole number from 0 to 64 or "none".'),
        ({"base": 0}, "impossible_value", "base cannot be 0: write a whole number from 1 to 1000000."),
        ({"base": "5"}, "wrong_type", 'base cannot be "5": write a whole number from 1 to 1000000.'),
        ({"players": 5}, "impossible_value", "players cannot be 5: write 3 or 4."),
        ({"side_bet": 1}, "wrong_type", "side_bet cannot be 1: write true or false."),
        ({"void": True}, "wrong_type", 'void cannot be true: write "free", "declared" or "sticky".'),
        (
            {"patterns.root": "cap"},
            "impossible_value",
            'patterns.root cannot be "cap": write a whole number from 0 to 64 or "off".',
        ),
        (
            {"patterns.heavenly": "on"},
            "impossible_value",
            'patterns.heavenly cannot be "on": write a whole number from 0 to 64, "cap" or "off".',
        ),
        (
            {"pig.pays": "double"},
            "impossible_value",
            'pig.pays cannot be "double": write a whole number from 0 to 1000, "cap" or "double_largest".',
        ),
        ({"bass": 5}, "unknown_key", "There is no rule bass: did you mean base?"),
        (
            {"xyzzy": 5},
            "unknown_key",
            "There is no rule xyzzy: assistant/rulesets/README.md lists every key.",
        ),
        (
            {"patterns.four_suits": 1},
            "unknown_key",
            "There is no rule patterns.four_suits: did you mean patterns.one_suit? "
            'A pattern that has no key is entered by hand as "extra" of the win.',
        ),
        (
            {"not_ready": "most"},
            "unknown_key",
            "not_ready is a table of keys and no key: "
            "write one of not_ready.pays, not_ready.payees, not_ready.win.",
        ),
        (
            {"based_on": "online"},
            "unknown_key",
            "based_on stands in a file of rules only: name that file, or the preset itself.",
        ),
        (
            {"base": 2, "kong": {"added": 1}, "kong.added": 2},
            "given_twice",
            "kong.added is given twice: write it once.",
        ),
        ({"cap": {}}, "wrong_type", 'cap cannot be {}: write a whole number from 0 to 64 or "none".'),
        ({"cap": {"x": 1}}, "unknown_key", "There is no rule cap.x: did you mean cap?"),
    ],
)
def test_a_bad_value_is_one_sentence(overrides: dict[str, object], code: str, message: str) -> None:
    assert refused("chengdu", overrides) == {message: code}


def test_every_problem_at_once(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('cap = "high"\nbass = 2\n[kong]\nadded = true\n', "utf-8")
    assert sorted(refused(mine, {"void": "maybe", "patterns.plain": None}).values()) == [
        "impossible_value",
        "impossible_value",
        "null",
        "unknown_key",
        "wrong_type",
    ]


def test_a_file_that_is_none(tmp_path: Path) -> None:
    both = refused(tmp_path / "nowhere.toml", {"cap": -1})
    assert sorted(both.values()) == ["impossible_value", "no_such_rules"]
    (tmp_path / "broken.toml").write_text("cap = = 3", "utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "odd.toml").write_text('based_on = "wuhan"', "utf-8")
    (tmp_path / "deep.toml").write_text(f"{'a.' * 3000}b = 1", "utf-8")
    assert list(refused(tmp_path / "broken.toml").values()) == ["bad_toml"]
    assert list(refused(tmp_path / "binary.toml").values()) == ["unreadable_rules"]
    assert list(refused(tmp_path / "deep.toml").values()) == ["unreadable_rules"]
    assert list(refused(tmp_path).values()) == ["unreadable_rules"]
    assert refused(tmp_path / "odd.toml") == {
        'based_on names a preset: "chengdu", "maomaoyu", "online", "sbr-2025".': "bad_base"
    }
    assert refused("chengdou") == {
        "There is no rule set “chengdou”: use chengdu, maomaoyu, online, sbr-2025 "
        "or the path of a TOML file.": "no_such_rules"
    }


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("cap=4", ("cap", 4)),
        ("cap=none", ("cap", "none")),
        (' cap = "none" ', ("cap", "none")),
        ("many_winners=false", ("many_winners", False)),
        ("patterns.root=off", ("patterns.root", "off")),
        ("cap=4.5", ("cap", 4.5)),
        ("cap=null", ("cap", "null")),
        ("cap=" + 5000 * "[", ("cap", 5000 * "[")),
    ],
)
def test_set_on_the_command_line(text: str, change: tuple[str, object]) -> None:
    assert parse_set(text) == change


@pytest.mark.parametrize("text", ["", "cap", "cap=", "=4"])
def test_a_set_without_key_or_value(text: str) -> None:
    with pytest.raises(RulesError, match="changes no rule: write key=value, like cap=4"):
        parse_set(text)


def test_several_sets() -> None:
    changes, problems = parse_sets(["cap=4", "cap", "base=2", "cap=5"])
    assert changes == {"cap": 5, "base": 2}
    assert [problem.code for problem in problems] == ["bad_set"]


def test_a_rule_set_is_no_constant() -> None:
    """Two tables with different rules can be open at once."""
    first, second = load("chengdu"), load("chengdu", {"cap": "none"})
    assert isinstance(first, RuleSet)
    assert (first.cap, second.cap) == (3, None)
