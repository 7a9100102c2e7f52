"""回话: what a person said of a question, or against the record, as memory takes it in."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded, TableEvent, Won
from assistant.observation import Area
from assistant.watching.either_order import told_orders
from assistant.watching.explanations import bare
from assistant.watching.ghosts import denied
from assistant.watching.laid import Laid
from assistant.watching.memory import Memory, Spot
from assistant.watching.mending import rebound
from assistant.watching.offering import Pointer
from assistant.watching.settling import READS, firm
from assistant.watching.stacked import adds_kong
from assistant.watching.taken_up import set_aside
from assistant.watching.things import LATER, passed_over
from assistant.watching.trust import amazed
from assistant.watching.verdicts import Mended, Question


def answered(memory: Memory, question: Question, option: int | None, *more: int) -> Memory:
    """Memory after a tap, `more` of them where several options hold; the chosen events are recorded by the
    caller, where the question mends in a recorded one's stead. Where nothing was chosen that happened
    (`option` None, or an empty one), it is not proposed again from the same tiles before something is
    recorded.
    """
    mend = question.mend(option)
    memory = told_orders(memory, question, option, *more)
    alone = (mend for at, mend in enumerate(question.mends) if at not in question.exchanged)
    judged = {(one.seat, one.number): one.tile for one in alone}
    for at in (option, *more):
        instead = None if at in question.exchanged else question.mend(at)
        if instead is not None and at is not None:
            (event,) = question.options[at]
            assert isinstance(event, Discarded)
            memory = rebound(memory, instead, event.tile)
            judged[instead.seat, instead.number] = event.tile
    looked = {Laid(Area.DISCARD, seat, tile, number) for (seat, number), tile in judged.items()}
    memory = replace(memory, judged=memory.judged | looked)
    if mend is None:  # people say that those are recorded rightly
        memory = firm(memory, *question.mends)
    no = memory.doubtful if option is None or not question.options[option] else ()
    chosen = question.options[option] if option is not None and mend is None else ()
    pointed = tuple((event, place) for event, place in memory.doubtful if event in chosen)
    if len(pointed) > 1:  # which of the tiles it is nobody said
        pointed = _first_come(memory, pointed)
    newest = memory.newest
    if memory.at is not None and any(map(adds_kong, question.options)):
        newest = memory.at  # what shifted until now has been told
    memory = replace(memory, amazed=memory.amazed + amazed(memory, chosen))
    memory = set_aside(passed_over(memory, question, chosen), question, option)
    declined = (*memory.declined, *no)
    wins = [one for one in no if isinstance(one[0], Won)]  # faces beside a hand that tell none, then or later
    memory = denied(memory, [place.at for _, place in no if place.area is Area.DISCARD])
    return replace(
        memory,
        open=None,
        doubtful=(),
        declined=declined,
        refused=(*memory.refused, *wins),
        newest=newest,
        quiet=None,
        pointed=pointed,
        ahead=(),
    )


def _first_come(memory: Memory, pointed: tuple[Pointer, ...]) -> tuple[Pointer, ...]:
    """The one of several tiles that may tell a discard which came well before the others, as people lay them
    in turn; none where that is not plain. What may be a thing is not it beside one that reads as the kind.
    """
    if len({event for event, _ in pointed}) > 1:
        return ()
    plain = [pointer for pointer in pointed if _reads_so(memory, *pointer)]
    if len(plain) == 1:
        return (plain[0],)
    pointed = tuple(plain) or pointed
    came = {}
    for pointer in pointed:
        came[pointer] = min(
            (one.first for one in memory.fresh if pointer[1].holds(one.piece)), default=float("inf")
        )
    first, second = sorted(came.values())[:2]
    return (min(came, key=lambda pointer: came[pointer]),) if first < second - LATER else ()


def _reads_so(memory: Memory, event: TableEvent, place: Spot) -> bool:
    """Whether a tile that may tell a discard reads as its kind, and is no thing."""
    return isinstance(event, Discarded) and any(
        place.holds(one.piece) and not one.is_thing and one.likelihoods[event.tile] >= READS
        for one in memory.fresh
    )


def kept(memory: Memory, mended: Mended) -> Memory:
    """Memory from before a `Mended` that the record does not take, as later events would not fit: what that
    discard is only people say now.
    """
    return firm(memory, *(mend for mend, _ in mended.all))


def retracted(memory: Memory, event: TableEvent) -> Memory:
    """Memory after a person took an event back: it is not proposed again from the tile that told it."""
    no = [(told, place) for told, place in memory.explained if bare((told,)) == bare((event,))]
    ahead = (replace(one, memory=retracted(one.memory, event)) for one in memory.ahead)
    return replace(memory, refused=(*memory.refused, *no[-1:]), ahead=tuple(ahead))
