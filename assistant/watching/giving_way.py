"""让一让: a question on what is recorded already holds up others that the thread hangs on: where nobody
answers it, it gives way to them for a while, and is put again.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.state import RoundState
from assistant.watching.memory import Memory
from assistant.watching.sight import Sight
from assistant.watching.verdicts import Nothing, Verdict

SHOWN, AWAY = 12.0, 20.0
"""Seconds of video for which it waits for a tap, and after which it is put again."""


def gives_way(memory: Memory, at: float, sight: Sight) -> Memory:
    """Memory without an open question on what is recorded that has waited for long. `at`: seconds of
    video.
    """
    question = memory.open
    if question is None or memory.put is None or at - memory.put < SHOWN:
        return memory
    if not question.mends or question.several:
        return memory
    later = () if sight.alone else (*memory.later, (question, at + AWAY))
    return replace(memory, open=None, put=None, later=later)


def put_again(memory: Memory, state: RoundState, at: float) -> tuple[Memory, Verdict]:
    """The question that gave way first, once its time has come and the record is still as it was."""
    if not memory.later or memory.open is not None:
        return memory, Nothing()
    (question, due), *rest = memory.later
    if at < due:
        return memory, Nothing()
    memory = replace(memory, later=tuple(rest))
    if not all(mend.stands(state) for mend in question.mends):
        return memory, Nothing()
    return replace(memory, open=question, put=at), question
