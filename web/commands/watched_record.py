"""跟桌的记录: the lines of `tangzi watch` that are no events: what it only said, and what it mended."""

from __future__ import annotations

from typing import Any

from assistant.events import Discarded, TableEvent
from assistant.history.codec import CodecError, decode
from assistant.state import Fault

SAID = ("question", "problem")


def said_or_mended(data: Any, events: list[TableEvent | Fault]) -> bool:  # noqa: ANN401
    """Whether a line is no event of its own: a question or a problem changes nothing, a mended discard is put
    in the place of the one in `events` that it names. CodecError where there is no such discard.
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind in SAID:
        return True
    if kind != "mended":
        return False
    right = decode({**data, "kind": "discarded"})
    number = data.get("number")
    assert isinstance(right, Discarded)
    own = [at for at, one in enumerate(events) if isinstance(one, Discarded) and one.seat == right.seat]
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(own):
        raise CodecError("bad_field", "“number” of “mended” must be a discard of this seat, from 0 on.")
    events[own[number]] = right
    return True
