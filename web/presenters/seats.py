"""座位的名字: a sentence of the rules numbers the seats; who reads it wants to see names."""

from __future__ import annotations

import re
from collections.abc import Sequence

SEAT = re.compile(r"(?:座位|\bseat )(\d)", re.IGNORECASE)


def named(text: str, names: Sequence[str]) -> str:
    """The sentence with each seat called by its name, where it has one."""

    def called(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) and names[seat] else found[0]

    return SEAT.sub(called, text)
