"""桌主链接: a link, good once, that makes a browser the host's of a table, where the host's own is lost.

Only the SHA-256 of its secret is kept, in a note beside the table. Until it is opened nothing changes: the
host's own browser stays the host's.
"""

from __future__ import annotations

import hmac
import re

from assistant.history.notes import NoteConflict, edit
from web.tables.store import Tables, hashed, link_note

LINK = re.compile(r"([\w-]{1,64})\.([\w-]{1,64})", re.ASCII)


def new_link(tables: Tables, table: str) -> str:
    """A link's secret part; the one that was made before for this table is no longer good."""
    secret = tables.random(32)
    edit(tables.history.notes, link_note(table), lambda _: {"key": hashed(secret)})
    return f"{table}.{secret}"


def open_link(tables: Tables, link: str) -> str:
    """Use a link: the host's new token, and the one before ends. Empty where the link is not good, or not
    any more.
    """
    parts = LINK.fullmatch(link)
    if parts is None:
        return ""
    table, secret = parts.groups()
    notes = tables.history.notes
    note, info = notes.get(link_note(table)), tables.settings(table)
    if note is None or info is None or not hmac.compare_digest(note.body["key"], hashed(secret)):
        return ""
    try:
        notes.put(link_note(table), {"key": ""}, note.version)
    except NoteConflict:
        return ""  # it was opened elsewhere in between
    return tables.renew(table, info.host.id)
