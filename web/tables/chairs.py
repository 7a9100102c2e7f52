"""座次: members put into a table's settings: one more, one changed, what each is called."""

from __future__ import annotations

from dataclasses import replace

from web.tables.errors import TableError
from web.tables.members import LONGEST_NAME, Member, Role, TableInfo, tidy

CHAIR = "chair:"
"""Before the number of a chair that nobody has joined for, as the person on it."""
MOST_PEOPLE = 200
"""Members of one table, those who have left their chair included."""


def chair_name(person: str) -> str:
    """What a person is called whom nobody has joined for."""
    return f"{int(person.removeprefix(CHAIR)) + 1}号位" if person.startswith(CHAIR) else person


def sitting(info: TableInfo) -> tuple[str, ...]:
    """The person on each chair; one whom nobody has joined for goes by the chair, so that a single phone can
    keep the book for all.
    """
    return tuple(one or free for one, free in zip(info.chairs, unknown(info), strict=True))


def unknown(info: TableInfo) -> tuple[str, ...]:
    """By chair, the person on it while nobody has joined for it."""
    return tuple(f"{CHAIR}{chair}" for chair in range(len(info.chairs)))


def person_of(info: TableInfo, member: str) -> Member:
    """The member of that id; TableError where there is none."""
    found = info.person(member)
    if found is None:
        raise TableError("no_such_member", "There is no such person at this table.", "桌上没有这个人。", 404)
    return found


def with_member(info: TableInfo, member: Member) -> TableInfo:
    """The settings with a member as they are now."""
    return replace(info, people=tuple(member if one.id == member.id else one for one in info.people))


def added(info: TableInfo, member: Member) -> TableInfo:
    """The settings with one more member; TableError where there are too many."""
    if len(info.people) >= MOST_PEOPLE:
        raise TableError(
            "table_worn",
            "Too many people have been at this table: open a new one.",
            "此桌人次过多，请另开一桌。",
            409,
        )
    return replace(info, people=(*info.people, member))


def named(name: str, chair: int | None, others: tuple[Member, ...]) -> str:
    """The name somebody gives; TableError where another one has it. Without one, that of the chair."""
    taken = {one.name.casefold() for one in others if one.role in (Role.HOST, Role.PLAYER)}
    shown = tidy(name, LONGEST_NAME)
    if shown and shown.casefold() in taken:
        raise TableError(
            "name_taken",
            f"Somebody here is called {shown} already: add a letter, so that the money stays apart.",
            f"已有人叫“{shown}”：加一个字，账才分得清。",
            409,
        )
    if shown:
        return shown
    plain = "桌主" if chair is None else f"{chair + 1}号位"
    while plain.casefold() in taken:
        plain += "′"
    return plain
