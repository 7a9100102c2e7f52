"""牌友: who belongs to a table, in which role, on which chair; and the table's settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

LONGEST_NAME = 20
LONGEST_TITLE = 40
"""In characters; longer ones are cut."""


class Role(StrEnum):
    """身份: what a device at the table is for."""

    HOST = "host"
    """桌主: opened the table; settles its rules, and sits on a chair like a player"""
    PLAYER = "player"
    """玩家: sits on a chair"""
    SPECTATOR = "spectator"
    """旁观: sees what is public"""
    SCREEN = "screen"
    """大屏: a screen that all look at; sees what is public"""


@dataclass(frozen=True, slots=True)
class Member:
    """One person or screen of a table. `id` stays the person's when chairs are swapped, and so does the
    money.
    """

    table: str
    id: str
    role: Role
    chair: int | None
    """0.. in play order round the table; None for who has no chair"""
    name: str
    away: bool = False
    """the device was signed out; who joins for this chair next goes on as this person"""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table's settings and people. Secrets are not here: it may be shown to any member."""

    id: str
    code: str
    title: str
    rules: str
    overrides: Mapping[str, object]
    chairs: tuple[str | None, ...]
    """the member on each chair, in play order; their number is the number of players"""
    people: tuple[Member, ...]
    """in the order they came"""
    fair_play: bool = False
    """公平模式: money and public tiles only, until the hand is over"""
    language: str = "zh"
    locked: bool = False
    """nobody may join any more"""
    opened: float = 0.0
    """seconds of the epoch"""
    version: int = 0
    """counts the changes of these settings"""

    @property
    def host(self) -> Member:
        """Who opened the table."""
        return next(one for one in self.people if one.role is Role.HOST)

    def person(self, member: str) -> Member | None:
        """The member of that id."""
        return next((one for one in self.people if one.id == member), None)

    def on_chair(self, chair: int) -> Member | None:
        """Who sits on a chair."""
        found = self.chairs[chair]
        return None if found is None else self.person(found)


def info_of(table: str, body: Mapping[str, Any], version: int) -> TableInfo:
    """A table's note as its settings."""
    chairs = tuple(body["chairs"])
    people = tuple(
        Member(
            table,
            one["id"],
            Role(one["role"]),
            chairs.index(one["id"]) if one["id"] in chairs else None,
            one["name"],
            one["away"],
        )
        for one in body["people"]
    )
    return TableInfo(
        table,
        body["code"],
        body["title"],
        body["rules"],
        MappingProxyType(body["overrides"]),
        chairs,
        people,
        body["fair_play"],
        body["language"],
        body["locked"],
        body["opened"],
        version,
    )


def note_of(info: TableInfo, keys: Mapping[str, str]) -> dict[str, Any]:
    """A table's settings, and the hash of each member's secret by its id, as its note."""
    return {
        "code": info.code,
        "title": info.title,
        "rules": info.rules,
        "overrides": dict(info.overrides),
        "chairs": list(info.chairs),
        "people": [
            {"id": one.id, "role": one.role.value, "name": one.name, "away": one.away} for one in info.people
        ],
        "fair_play": info.fair_play,
        "language": info.language,
        "locked": info.locked,
        "opened": info.opened,
        "keys": dict(keys),
    }


def tidy(text: str, longest: int) -> str:
    """A name as it will be shown: composed, without control characters, one line, not too long."""
    kept = "".join(
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", text)
        if letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join(kept.split())[:longest].strip()
