"""公平: whether the device that asks has a place at a table that plays fair, in the middle of a hand.

A page hides advice there; this keeps the addresses that know no table from giving it to the same device.
Every place counts, a spectator's too: they see a hand over its player's shoulder. Of several tables one is
enough.
"""

from __future__ import annotations

from assistant.problems import Problem
from web.companion import companion
from web.tables.errors import TableError
from web.tables.roles import visits

FAIR_PLAY = Problem("fair_play", "This table plays fair: advice comes after the hand.")
FAIR_PLAY_CHINESE = "公平模式：打完再看。"


def playing_fair() -> bool:
    """Whether a hand is being played at a table of this device that plays fair."""
    live = companion().live
    for member in visits():
        try:
            moment = live.get(member.table).refresh()
        except TableError:
            continue  # deleted meanwhile
        if moment.info.fair_play and moment.playing:
            return True
    return False
