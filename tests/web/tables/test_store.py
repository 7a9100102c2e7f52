"""Tables, codes, members and tokens, in memory and in a SQLite file."""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.history.memory import MemoryHistory
from assistant.history.notes import Archive, NoteConflict
from assistant.history.sql import open_history
from web.tables.errors import TableError
from web.tables.members import LONGEST_NAME, Role, tidy
from web.tables.store import LATEST, LETTERS, MOST_WATCHERS, Tables, plain_code


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Archive]:
    made: Archive = MemoryHistory() if request.param == "memory" else open_history(tmp_path / "t.sqlite")
    yield made
    made.close()


@pytest.fixture
def tables(history: Archive) -> Tables:
    return Tables(history, clock=lambda: 1000.0)


def code_of(tables: Tables, table: str) -> str:
    info = tables.settings(table)
    assert info is not None
    return info.code


def refusal(error: pytest.ExceptionInfo[TableError]) -> str:
    assert any("一" <= letter <= "鿿" for letter in error.value.chinese)
    return error.value.problem.code


def test_who_opens_a_table_is_its_host_on_the_first_chair(tables: Tables) -> None:
    info, token = tables.create("周六", "chengdu", {"cap": 4}, 4, "阿强")
    host = tables.member(token)
    assert host is not None
    assert (host.role, host.chair, host.name, host.table) == (Role.HOST, 0, "阿强", info.id)
    assert tables.settings(info.id) == info
    assert (info.title, info.rules, dict(info.overrides)) == ("周六", "chengdu", {"cap": 4})
    assert info.chairs == (host.id, None, None, None)
    assert (info.fair_play, info.locked, info.language, info.opened) == (False, False, "zh", 1000.0)


def test_a_machine_that_keeps_the_book_hosts_without_a_chair(tables: Tables) -> None:
    info, token = tables.create("", "chengdu", {}, 3, chair=None)
    host = tables.member(token)
    assert host is not None
    assert (host.role, host.chair) == (Role.HOST, None)
    assert info.chairs == (None, None, None)


@pytest.mark.parametrize("chairs", [0, 2, 5])
def test_a_table_has_three_or_four_chairs(tables: Tables, chairs: int) -> None:
    with pytest.raises(TableError) as error:
        tables.create("", "chengdu", {}, chairs)
    assert refusal(error) == "bad_chairs"
    assert tables.tables() == ()


def test_codes_are_short_and_no_letter_looks_like_another(tables: Tables) -> None:
    assert not set(LETTERS) & set("0O1IL2Z5S8BUV")
    codes = {tables.create("", "chengdu", {})[0].code for _ in range(40)}
    assert len(codes) == 40
    assert all(len(code) == 5 and set(code) <= set(LETTERS) for code in codes)


def test_a_code_that_is_in_use_is_never_given_again(history: Archive) -> None:
    counter = itertools.count()

    def random(size: int) -> str:
        """Every secret is drawn many times; names of tables and people never twice."""
        return str(next(counter) // 8 if size == 32 else next(counter)) + "x" * size

    tables = Tables(history, random=random)
    codes = {tables.create("", "chengdu", {})[0].code for _ in range(3)}
    assert len(codes) == 3


@pytest.mark.parametrize("wrong", ["", ".", "..", "a.b", "a.b.c.d", "a..c", "x" * 5000, "表.b.c", "a.b.c\n"])
def test_what_is_no_token_is_nobody(tables: Tables, wrong: str) -> None:
    assert tables.member(wrong) is None


def test_a_token_with_another_secret_member_or_table_is_nobody(tables: Tables) -> None:
    one, token = tables.create("", "chengdu", {})
    other, _ = tables.create("", "chengdu", {})
    table, member, secret = token.split(".")
    for wrong in (
        f"{table}.{member}.{secret[:-1]}",
        f"{table}.{member}.",
        f"{table}.{other.people[0].id}.{secret}",
        f"{other.id}.{member}.{secret}",
        f"{other.id}.{other.people[0].id}.{secret}",
        f"nowhere.{member}.{secret}",
    ):
        assert tables.member(wrong) is None, wrong
    assert tables.member(token) == one.people[0]


def test_only_hashes_of_secrets_are_kept(history: Archive) -> None:
    tables = Tables(history)
    info, host = tables.create("", "chengdu", {})
    tokens = [host, *(tables.join(info.code, role) for role in (Role.PLAYER, Role.SPECTATOR, Role.SCREEN))]
    kept = json.dumps(
        [dict(note.body) for name in history.notes.names() if (note := history.notes.get(name))]
    )
    for token in tokens:
        secret = token.split(".")[2]
        assert secret not in kept
        assert hashlib.sha256(secret.encode()).hexdigest() in kept


def test_players_take_the_chair_they_name_or_the_first_free_one(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    chairs = []
    for chair in (2, None, None):
        member = tables.member(tables.join(info.code, Role.PLAYER, chair, ""))
        assert member is not None
        chairs.append((member.chair, member.name))
    assert chairs == [(2, "3号位"), (1, "2号位"), (3, "4号位")]
    with pytest.raises(TableError) as error:
        tables.join(info.code, Role.PLAYER)
    assert refusal(error) == "table_full"


def test_a_code_may_be_written_as_people_write(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    assert tables.find(f" {info.code[:2].lower()}-{info.code[2:]} ") == info.id
    assert plain_code("a c-3４") == "AC3"
    assert tables.find("") is None


def test_a_code_that_no_table_has(tables: Tables) -> None:
    with pytest.raises(TableError) as error:
        tables.join("AAAAA", Role.PLAYER)
    assert refusal(error) == "no_such_code"


@pytest.mark.parametrize(("chair", "code"), [(0, "chair_taken"), (4, "bad_chair"), (-1, "bad_chair")])
def test_a_chair_that_cannot_be_taken(tables: Tables, chair: int, code: str) -> None:
    info, _ = tables.create("", "chengdu", {}, name="阿强")
    with pytest.raises(TableError) as error:
        tables.join(info.code, Role.PLAYER, chair)
    assert refusal(error) == code


def test_nobody_joins_as_host(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    with pytest.raises(TableError) as error:
        tables.join(info.code, Role.HOST)
    assert refusal(error) == "one_host"


def test_names_of_players_differ_so_that_the_money_stays_apart(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {}, name="Qiang")
    for name in ("Qiang", " qiang ", "Qi\u200bang"):
        with pytest.raises(TableError) as error:
            tables.join(info.code, Role.PLAYER, None, name)
        assert refusal(error) == "name_taken"
    assert tables.member(tables.join(info.code, Role.SPECTATOR, None, "Qiang")) is not None
    mei = tables.member(tables.join(info.code, Role.PLAYER, None, "Mei"))
    assert mei is not None
    with pytest.raises(TableError):
        tables.rename(info.id, mei.id, "QIANG")
    assert tables.rename(info.id, mei.id, "MEI").on_chair(1) is not None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  阿\n\t强 ", "阿 强"),
        ("a\x00b\x1b[31m\u202e", "ab[31m"),
        ("é", "é"),
        ("x" * 100, "x" * LONGEST_NAME),
        ("<b>阿强</b>", "<b>阿强</b>"),
    ],
)
def test_names_are_one_short_line(name: str, shown: str) -> None:
    assert tidy(name, LONGEST_NAME) == shown


def test_watchers_have_no_chair_and_the_first_makes_room(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    tokens = [tables.join(info.code, Role.SCREEN) for _ in range(MOST_WATCHERS[Role.SCREEN] + 1)]
    members = [tables.member(token) for token in tokens]
    assert members[0] is None
    assert all(one is not None and one.chair is None and one.role is Role.SCREEN for one in members[1:])


def test_a_signed_out_chair_goes_on_as_the_same_person(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    lost = tables.join(info.code, Role.PLAYER, 2, "小梅")
    mei = tables.member(lost)
    assert mei is not None
    tables.sign_out(info.id, mei.id)
    assert tables.member(lost) is None
    tables.change(info.id, locked=True)  # a person who comes back is no newcomer
    again = tables.member(tables.join(info.code, Role.PLAYER, 2, "whatever is typed"))
    assert again == mei


def test_a_new_token_ends_the_one_before(tables: Tables) -> None:
    info, old = tables.create("", "chengdu", {}, name="阿强")
    new = tables.renew(info.id, info.host.id)
    assert tables.member(old) is None
    assert tables.member(new) == info.host


def test_a_removed_player_frees_the_chair_and_stays_known(tables: Tables) -> None:
    info, host = tables.create("", "chengdu", {})
    token = tables.join(info.code, Role.PLAYER, 1, "小梅")
    mei = tables.member(token)
    assert mei is not None
    after = tables.remove(info.id, mei.id)
    assert tables.member(token) is None
    assert after.chairs[1] is None
    assert after.person(mei.id) is not None
    new = tables.member(tables.join(info.code, Role.PLAYER, 1, "老王"))
    assert new is not None
    assert new.id != mei.id
    keeper = tables.member(host)
    assert keeper is not None
    with pytest.raises(TableError) as error:
        tables.remove(info.id, keeper.id)
    assert refusal(error) == "host_stays"


def test_a_removed_watcher_is_gone(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    token = tables.join(info.code, Role.SPECTATOR)
    member = tables.member(token)
    assert member is not None
    assert tables.remove(info.id, member.id).person(member.id) is None
    assert tables.member(token) is None


def test_a_locked_table_lets_nobody_new_in(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    tables.change(info.id, locked=True)
    for role in (Role.PLAYER, Role.SPECTATOR, Role.SCREEN):
        with pytest.raises(TableError) as error:
            tables.join(info.code, role)
        assert refusal(error) == "locked"


def test_a_device_that_asks_twice_takes_one_chair(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    first = tables.join(info.code, Role.PLAYER, 1, "小梅", device="d1")
    assert tables.join(info.code, Role.PLAYER, 1, "小梅", device="d1") == first
    assert tables.join(info.code, Role.PLAYER, 2, "别名", device="d1") == first
    assert tables.join(info.code, Role.PLAYER, 2, "老王", device="d2") != first
    other, _ = tables.create("", "chengdu", {})
    assert tables.join(other.code, Role.PLAYER, device="d1").split(".")[2] != first.split(".")[2]


def test_settings_change_and_count_their_version(tables: Tables) -> None:
    info, token = tables.create("", "chengdu", {})
    changed = tables.change(info.id, title="新", rules="online", overrides={"cap": 3}, fair_play=True)
    assert changed == tables.settings(info.id)
    assert (changed.title, changed.rules, dict(changed.overrides)) == ("新", "online", {"cap": 3})
    assert changed.fair_play
    assert changed.version == info.version + 1
    assert tables.change(info.id, title="新").version == changed.version
    assert tables.member(token) is not None
    with pytest.raises(NoteConflict):
        tables.change(info.id, expected=info.version, title="旧")
    with pytest.raises(TypeError):
        tables.change(info.id, people=())


def test_swapped_chairs_keep_the_person(tables: Tables) -> None:
    """FIELD C09: the member, and so the money, moves with the person."""
    info, host = tables.create("", "chengdu", {})
    token = tables.join(info.code, Role.PLAYER, 2, "小梅")
    chairs = list(code_chairs(tables, info.id))
    chairs[0], chairs[2] = chairs[2], chairs[0]
    tables.change(info.id, chairs=tuple(chairs))
    moved, mei = tables.member(host), tables.member(token)
    assert moved is not None
    assert mei is not None
    assert (moved.chair, mei.chair) == (2, 0)
    assert (moved.role, mei.role) == (Role.HOST, Role.PLAYER)


def code_chairs(tables: Tables, table: str) -> tuple[str | None, ...]:
    info = tables.settings(table)
    assert info is not None
    return info.chairs


def test_a_dropped_table_is_gone_with_its_code_and_tokens(tables: Tables, history: Archive) -> None:
    info, token = tables.create("", "chengdu", {})
    tables.drop(info.id)
    tables.drop(info.id)
    assert tables.settings(info.id) is None
    assert tables.member(token) is None
    assert tables.find(info.code) is None
    assert history.notes.names("table/") == history.notes.names("code/") == ()
    assert tables.latest() == ()


@pytest.mark.parametrize("act", ["sign_out", "remove"])
def test_acts_upon_nobody_are_refused(tables: Tables, act: str) -> None:
    info, _ = tables.create("", "chengdu", {})
    with pytest.raises(TableError) as error:
        getattr(tables, act)(info.id, "nobody")
    assert refusal(error) == "no_such_member"
    with pytest.raises(TableError) as error:
        getattr(tables, act)("nowhere", "nobody")
    assert refusal(error) == "no_such_table"


def test_players_who_join_at_once_each_get_a_chair(tables: Tables) -> None:
    info, _ = tables.create("", "chengdu", {})
    together = threading.Barrier(5)
    results: list[str] = []

    def come(number: int) -> None:
        together.wait()
        try:
            results.append(tables.join(info.code, Role.PLAYER, None, f"p{number}"))
        except TableError as error:
            results.append(error.problem.code)

    threads = [threading.Thread(target=come, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results).count("table_full") == 2
    chairs = code_chairs(tables, info.id)
    assert None not in chairs
    assert len(set(chairs)) == 4


def test_tables_are_there_again_after_a_restart(tmp_path: Path) -> None:
    log = open_history(tmp_path / "t.sqlite")
    info, token = Tables(log).create("周六", "chengdu", {"cap": 4}, name="阿强")
    log.close()
    log = open_history(tmp_path / "t.sqlite")
    tables = Tables(log)
    assert tables.settings(info.id) == info
    assert tables.member(token) == info.people[0]
    assert tables.tables() == (info.id,)
    log.close()


def test_the_latest_tables_come_first(tables: Tables) -> None:
    opened = [tables.create("", "chengdu", {})[0] for _ in range(LATEST + 2)]
    assert tables.latest() == tuple(reversed(opened))[:LATEST]
    assert set(tables.tables()) == {info.id for info in opened}
