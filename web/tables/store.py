"""开桌: the tables, their join codes, members and tokens, kept as notes beside the log.

A token is `<table>.<member>.<secret>`. Only the SHA-256 of the secret is kept; as the secret is 256 random
bits, that needs no salt. Tokens are compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from assistant.history.notes import Archive, Note, NoteConflict, edit
from web.tables.chairs import added, named, person_of, with_member
from web.tables.errors import TableError, check_chair, check_unlocked, unknown_code
from web.tables.members import LONGEST_NAME, LONGEST_TITLE, Member, Role, TableInfo, info_of, note_of, tidy

LETTERS = "34679ACDEFGHJKMNPQRTWXY"
"""Of join codes: none that looks like another (0 O, 1 I L, 2 Z, 5 S, 8 B, U V are out)."""
CODE_LENGTH = 5
MOST_WATCHERS = {Role.SPECTATOR: 32, Role.SCREEN: 8}
"""Of one table; one more takes the place of the one that came first."""
LATEST = 5
SEATS_OF_A_TABLE = (3, 4)

CHANGEABLE = ("title", "rules", "overrides", "chairs", "fair_play", "language", "locked")
"""What `Tables.change` may change."""

Random = Callable[[int], str]
"""A number of bytes to a random text of letters, digits, - and _."""


class Tables:
    """Every table of this house. Any number of processes may use the same archive."""

    def __init__(
        self,
        history: Archive,
        clock: Callable[[], float] = time.time,
        random: Random = secrets.token_urlsafe,
    ) -> None:
        self.history = history
        self.clock = clock
        self.on_change: Callable[[str], None] = lambda table: None
        """told of each table whose settings were changed"""
        self.random = random
        self._notes = history.notes

    def create(
        self,
        title: str,
        rules: str,
        overrides: Mapping[str, object],
        chairs: int = 4,
        name: str = "",
        chair: int | None = 0,
        language: str = "zh",
    ) -> tuple[TableInfo, str]:
        """Open a table of 3 or 4 chairs; gives it and the host's token. The host sits on `chair`, or on none
        where a machine only keeps the book. The rule set must have been checked. Raises TableError.
        """
        if chairs not in SEATS_OF_A_TABLE:
            raise TableError("bad_chairs", "A table has 3 or 4 chairs: give one of them.", "只能三人或四人。")
        check_chair(chair, chairs)
        table = self.random(12)
        code = self._new_code(table)
        host, secret = self._newcomer(table, Role.HOST, chair, named(name, chair, ())), self.random(32)
        seated: list[str | None] = [None] * chairs
        if chair is not None:
            seated[chair] = host.id
        info = TableInfo(
            table,
            code,
            tidy(title, LONGEST_TITLE),
            rules,
            overrides,
            tuple(seated),
            (host,),
            language=language,
            opened=self.clock(),
        )
        note = self._notes.put(_table(table), note_of(info, {host.id: hashed(secret)}), 0)
        self._remember(table)
        return info_of(table, note.body, note.version), _token(host, secret)

    def join(self, code: str, role: Role, chair: int | None = None, name: str = "", device: str = "") -> str:
        """Take a place at the table of a join code; gives the token. A player without `chair` takes the first
        free one. A chair whose device was signed out goes on as the person who sits on it. `device`: a secret
        of the asking device; who asks twice with the same one gets the same place. Raises TableError.
        """
        table = self.find(code)
        if table is None:
            raise unknown_code()
        secret = device_secret(device, table) if device else self.random(32)
        token = ""

        def seat(info: TableInfo, keys: dict[str, str]) -> TableInfo:
            nonlocal token
            before = next((one for one, key in keys.items() if key == hashed(secret)), None)
            here = None if before is None else info.person(before)
            if here is not None:
                token = _token(here, secret)
                return info
            if role is Role.PLAYER:
                info, member = self._take_chair(info, chair, name)
            elif role is Role.HOST:
                raise TableError(
                    "one_host", "A table has one host: join as a player.", "一桌只有一位桌主。", 403
                )
            else:
                info, member = self._watch(info, role, name)
            keys[member.id] = hashed(secret)
            token = _token(member, secret)
            return info

        self._edit(table, seat)
        return token

    def find(self, code: str) -> str | None:
        """The id of the table of a join code; capitals, spaces and dashes do not matter."""
        note = self._notes.get(f"code/{plain_code(code)}")
        return None if note is None else str(note.body["table"])

    def member(self, token: str) -> Member | None:
        """Whose token it is; None where it is nobody's, or no longer."""
        parts = token.split(".")
        if len(parts) != 3 or not all(re.fullmatch(r"[\w-]{1,64}", part, re.ASCII) for part in parts):
            return None
        table, member, secret = parts
        note = self._notes.get(_table(table))
        kept = "" if note is None else note.body["keys"].get(member, "")
        if note is None or not hmac.compare_digest(kept, hashed(secret)):
            return None
        return info_of(table, note.body, note.version).person(member)

    def settings(self, table: str) -> TableInfo | None:
        """The table of that id as it stands, None where there is none."""
        note = self._notes.get(_table(table))
        return None if note is None else info_of(table, note.body, note.version)

    def tables(self) -> tuple[str, ...]:
        """The id of every table."""
        return tuple(name.removeprefix("table/") for name in self._notes.names("table/"))

    def all(self) -> tuple[TableInfo, ...]:
        """Every table as it stands."""
        notes = self._notes.all("table/")
        return tuple(
            info_of(name.removeprefix("table/"), one.body, one.version) for name, one in notes.items()
        )

    def latest(self) -> tuple[TableInfo, ...]:
        """The tables opened last, the newest first; no more than LATEST."""
        note = self._notes.get("latest")
        kept = [] if note is None else note.body["tables"]
        return tuple(info for table in kept if (info := self.settings(table)) is not None)

    def change(self, table: str, expected: int | None = None, **changes: object) -> TableInfo:
        """Change some of CHANGEABLE; `expected`: the version the asker has seen, else any. The values must
        have been checked. Raises NoteConflict, and TableError where there is no such table.
        """
        unknown = set(changes) - set(CHANGEABLE)
        if unknown:
            raise TypeError(f"{sorted(unknown)} cannot be changed")

        def put(info: TableInfo, _: dict[str, str]) -> TableInfo:
            return replace(info, **changes)  # type: ignore[arg-type]

        return self._edit(table, put, expected)

    def rename(self, table: str, member: str, name: str) -> TableInfo:
        """Call a member otherwise; two of a table never have one name."""

        def put(info: TableInfo, _: dict[str, str]) -> TableInfo:
            found = person_of(info, member)
            others = tuple(one for one in info.people if one.id != member)
            return with_member(info, replace(found, name=named(name, found.chair, others)))

        return self._edit(table, put)

    def sign_out(self, table: str, member: str) -> TableInfo:
        """End a member's token. The chair stays the person's: who joins for it next goes on as that person,
        as with a new phone or a lost cookie.
        """

        def put(info: TableInfo, keys: dict[str, str]) -> TableInfo:
            keys.pop(member, None)
            return with_member(info, replace(person_of(info, member), away=True))

        return self._edit(table, put)

    def renew(self, table: str, member: str) -> str:
        """Give a member a new token; the one before ends."""
        secret, token = self.random(32), ""

        def put(info: TableInfo, keys: dict[str, str]) -> TableInfo:
            nonlocal token
            found = replace(person_of(info, member), away=False)
            keys[member] = hashed(secret)
            token = _token(found, secret)
            return with_member(info, found)

        self._edit(table, put)
        return token

    def remove(self, table: str, member: str) -> TableInfo:
        """End a member's token and free the chair; who has sat there stays known, for the money of the rounds
        played. The host cannot be removed.
        """

        def put(info: TableInfo, keys: dict[str, str]) -> TableInfo:
            found = person_of(info, member)
            if found.role is Role.HOST:
                raise TableError("host_stays", "The host cannot be removed.", "桌主不能移除。")
            keys.pop(member, None)
            if found.role is not Role.PLAYER:
                return replace(info, people=tuple(one for one in info.people if one.id != member))
            info = with_member(info, replace(found, away=True))
            return replace(info, chairs=tuple(None if one == member else one for one in info.chairs))

        return self._edit(table, put)

    def erase(self, table: str, member: str) -> TableInfo:
        """Take a person out of the settings altogether: name, token, chair. The host cannot be: the table
        would be nobody's.
        """

        def put(info: TableInfo, keys: dict[str, str]) -> TableInfo:
            if person_of(info, member).role is Role.HOST:
                raise TableError(
                    "host_stays",
                    "The host belongs to the table: delete the table instead.",
                    "桌主随桌：请删除整桌。",
                    409,
                )
            keys.pop(member, None)
            chairs = tuple(None if one == member else one for one in info.chairs)
            return replace(info, chairs=chairs, people=tuple(one for one in info.people if one.id != member))

        return self._edit(table, put)

    def restore(self, info: TableInfo) -> TableInfo:
        """Put the settings of a table back that was kept elsewhere; nobody has a token, and each chair waits
        for its person. Its code is kept where it is free. NoteConflict where there is a table of that id.
        """
        people = tuple(replace(one, away=True) for one in info.people)
        try:
            self._notes.put(f"code/{info.code}", {"table": info.id}, 0)
            code = info.code
        except NoteConflict:
            code = self._new_code(info.id)
        try:
            note = self._notes.put(_table(info.id), note_of(replace(info, code=code, people=people), {}), 0)
        except NoteConflict:
            self._notes.drop(f"code/{code}")
            raise
        return info_of(info.id, note.body, note.version)

    def drop(self, table: str) -> None:
        """Remove a table's settings, code and tokens; its log is the history's own matter."""
        info = self.settings(table)
        if info is not None:
            self._notes.drop(f"code/{info.code}")
            self._notes.drop(link_note(table))
            self._notes.drop(_table(table))
            self._remember()

    def _remember(self, *new: str) -> None:
        """Note the tables opened last, without those that are gone."""

        def change(body: Mapping[str, Any]) -> Mapping[str, Any]:
            kept = [table for table in body.get("tables", ()) if self._notes.get(_table(table)) is not None]
            return {"tables": [*new, *kept][:LATEST]}

        edit(self._notes, "latest", change)

    def _take_chair(self, info: TableInfo, chair: int | None, name: str) -> tuple[TableInfo, Member]:
        check_chair(chair, len(info.chairs))
        if chair is None:
            free = [at for at, one in enumerate(info.chairs) if one is None]
            if not free:
                raise TableError(
                    "table_full",
                    "Every chair is taken: join as a spectator, or ask the host to free one.",
                    "座位已满：可旁观，或请桌主让出座位。",
                    409,
                )
            chair = free[0]
        sitting = info.on_chair(chair)
        if sitting is not None and not sitting.away:
            raise TableError(
                "chair_taken",
                f"Chair {chair + 1} is taken by {sitting.name}: choose another, or ask the host to sign "
                "that device out.",
                f"{chair + 1}号位已有{sitting.name}：请换一个，或请桌主让其退出。",
                409,
            )
        if sitting is not None:
            back = replace(sitting, away=False)
            return with_member(info, back), back
        check_unlocked(info)
        member = self._newcomer(info.id, Role.PLAYER, chair, named(name, chair, info.people))
        info = added(info, member)
        chairs = (*info.chairs[:chair], member.id, *info.chairs[chair + 1 :])
        return replace(info, chairs=chairs), member

    def _watch(self, info: TableInfo, role: Role, name: str) -> tuple[TableInfo, Member]:
        check_unlocked(info)
        watching = [one for one in info.people if one.role is role]
        if len(watching) >= MOST_WATCHERS[role]:
            info = replace(info, people=tuple(one for one in info.people if one != watching[0]))
        shown = tidy(name, LONGEST_NAME) or ("大屏" if role is Role.SCREEN else "旁观")
        member = self._newcomer(info.id, role, None, shown)
        return added(info, member), member

    def _newcomer(self, table: str, role: Role, chair: int | None, name: str) -> Member:
        return Member(table, self.random(9), role, chair, name)

    def _new_code(self, table: str) -> str:
        while True:
            number = int.from_bytes(hashlib.sha256(self.random(32).encode()).digest())
            code = ""
            for _ in range(CODE_LENGTH):
                number, place = divmod(number, len(LETTERS))
                code += LETTERS[place]
            try:
                self._notes.put(f"code/{code}", {"table": table}, 0)
            except NoteConflict:
                continue
            return code

    def _edit(
        self,
        table: str,
        change: Callable[[TableInfo, dict[str, str]], TableInfo],
        expected: int | None = None,
    ) -> TableInfo:
        """Read, change and write a table; again from the start where somebody else wrote meanwhile."""
        while True:
            note = self._note(table)
            if expected is not None and note.version != expected:
                raise NoteConflict(_table(table), expected)
            keys: dict[str, str] = dict(note.body["keys"])
            info = info_of(table, note.body, note.version)
            changed = change(info, keys)
            if changed == info and keys == note.body["keys"]:
                return info
            known = {one.id for one in changed.people}
            body = note_of(changed, {one: key for one, key in keys.items() if one in known})
            try:
                written = self._notes.put(_table(table), body, note.version)
            except NoteConflict:
                continue
            self.on_change(table)
            return info_of(table, written.body, written.version)

    def _note(self, table: str) -> Note:
        note = self._notes.get(_table(table))
        if note is None:
            raise TableError("no_such_table", "There is no such table: join it again.", "没有这张桌子。", 404)
        return note


def plain_code(text: str) -> str:
    """A join code as it is kept: capitals, without spaces and dashes."""
    return re.sub(r"[^0-9A-Z]", "", text[:40].upper())


def device_secret(device: str, table: str) -> str:
    """The secret of a device at a table, which tells nothing about that at another."""
    return hmac.new(device.encode(), table.encode(), hashlib.sha256).hexdigest()


def link_note(table: str) -> str:
    """Where the host's link of a table is kept."""
    return f"host_link/{table}"


def _table(table: str) -> str:
    return f"table/{table}"


def _token(member: Member, secret: str) -> str:
    return f"{member.table}.{member.id}.{secret}"


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
