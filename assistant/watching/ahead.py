"""先看着: while a question waits, the table is followed on with each of its answers, so that a late tap
brings at once all that happened since, and what follows may tell the answer without one.

The odds of an answer are what it was worth when it was asked, times how much better than with the others what
came later is explained.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log

from assistant.events import Discarded, Drawn, Revealed, TableEvent, Won
from assistant.observation import Observation
from assistant.state import RoundState
from assistant.tiles import KINDS
from assistant.watching.answers import answered, kept
from assistant.watching.branches import score, taken_over, total, way
from assistant.watching.doubts import Doubt
from assistant.watching.explanations import bare, explain
from assistant.watching.memory import Branch, Memory
from assistant.watching.noticing import notice
from assistant.watching.open_hands import odds
from assistant.watching.ranking import ranked
from assistant.watching.sight import Sight
from assistant.watching.verdicts import Accepted, Mend, Mended, Nothing, Question, Verdict

Further = Callable[[Memory, RoundState], tuple[Memory, Verdict]]
"""The same view for a round that is followed ahead."""
ANSWERS = (4, 3, 2)
"""So many answers are followed of a question, of one that comes up with one of them, and of one that comes up
then."""
BUSY, AT_ONCE = 8, (2, 1, 1)
"""Where a round that is followed has more unexplained tiles than this, which takes long, no more than so many
of a question's answers are followed in one view, the likeliest, by one step each."""
LEAST, LEVEL = 0.002, 0.1
"""The odds of an answer are taken for so much at least when it is asked, and for so much where what followed
is to tell it."""
TAKEN_UP = 0.9
"""The odds that what lies on the table is to be taken up, once the thread has been lost for so long that this
is asked."""
BEHIND = 14.0
"""Log odds behind the likeliest at which an answer is followed no more."""
SURE = 0.995
"""What follows tells an answer from these odds on,"""
VIEWS = 3
"""once so many views in a row did,"""
ACTS, PAID = 2, 4
"""and so many further acts were accepted with it, so many where money hangs on it,"""
FITS = -9.0
"""and it explains the view with these log odds at least."""
PATIENCE, LONG, SOON = 18.0, 20.0, 8.0
"""Seconds of video after which the likeliest answer is supposed where nobody is there to tap; where somebody
is, and no money hangs on it; and where with it another question has come up, or the round is over."""
EARLY = 3.0
"""Seconds of video after which a question's answers are followed: what lies there by then is seen better than
it was when the question came, and little needs catching up with."""
STEPS = 8
"""Verdicts taken from one view, at most."""


def parted(
    memory: Memory,
    state: RoundState,
    observation: Observation,
    sight: Sight,
    depth: int,
    further: Further,
) -> Memory:
    """Memory with the ways that a round may go on from the open question, with its likeliest answers, once it
    has waited for a while.
    """
    question, put = memory.open, memory.put
    if question is None or put is None or observation.at - put < EARLY or not _is_of_play(question):
        return memory
    memory = replace(memory, put=None)
    if depth >= len(ANSWERS):
        return memory
    shares = _shares(memory, question, state, observation, sight)
    many = AT_ONCE[0] if len(memory.fresh) > BUSY else ANSWERS[depth]
    likeliest = sorted(shares, key=lambda option: -shares[option])[:many]
    under = total(memory)
    found = []
    for option in likeliest:
        path = tuple(way(state, question.options[option]))
        if len(path) < len(question.options[option]):
            continue
        then = answered(memory, question, option)
        share = log(shares[option])
        level = max(share, log(LEVEL))
        branch = Branch(option, len(path), state, put, path, then, discount=share - level)
        branch = replace(_walked(branch, further), reading=_reading(memory, branch, 0.0))
        worth = under + level - score(branch) + branch.memory.worth
        found.append(replace(branch, memory=replace(branch.memory, worth=worth)))
    return replace(memory, ahead=tuple(found))


def _is_of_play(question: Question) -> bool:
    """Whether a round goes on with its answers: it adds acts to the record, no hands."""
    acts = [event for option in question.options for event in option]
    return not question.mends and bool(acts) and not any(isinstance(one, Revealed) for one in acts)


def _shares(
    memory: Memory, question: Question, state: RoundState, observation: Observation, sight: Sight
) -> dict[int, float]:
    """The odds of each answer, as the view says, that of the longest for what several begin with."""
    _, table = notice(replace(memory, open=None, ahead=()), state, observation, sight)
    if question.lost is not None:  # no legal act explains what lies there
        ways = sum(map(bool, question.options))
        return {at: TAKEN_UP / ways if one else 1 - TAKEN_UP for at, one in enumerate(question.options)}
    among = ranked(explain(state, table))
    worth = [LEAST] * len(question.options)
    keys = [bare(option) for option in question.options]
    for one, share in zip(among.explanations, among.shares, strict=True):
        events = () if one.blind == 0 else bare(one.events)
        able = [at for at, key in enumerate(keys) if key == events[: len(key)] and (key or not events)]
        longest = max((len(keys[at]) for at in able), default=0)
        able = [at for at in able if len(keys[at]) == longest]
        for at in able:  # an added kong of either price
            worth[at] += share / len(able)
    whole = sum(worth)
    return {at: share / whole for at, share in enumerate(worth)}


def _reading(memory: Memory, branch: Branch, before: float) -> float:
    """Log odds with which the tiles of an answer read as it says, as they read without it."""
    found = [
        log(max(one.likelihoods[event.tile], 1e-4))
        for event in branch.events[: branch.own]
        if isinstance(event, Discarded)
        for told, place in memory.doubtful
        if told == event
        for one in memory.fresh
        if place.holds(one.piece)
    ]
    return found[0] if found else before


def is_far(memory: Memory) -> bool:
    """Whether more than the answer was accepted with one of them."""
    return any(len(branch.path) > branch.own for branch in memory.ahead)


def gone_on(
    memory: Memory, observation: Observation, sight: Sight, depth: int, further: Further
) -> tuple[Memory, Verdict]:
    """One view more for every answer that is followed, and what that tells of the answer."""
    found = _all_walked(memory.ahead, further, AT_ONCE[depth])
    found = tuple(replace(one, reading=_reading(memory, one, one.reading)) for one in found)
    best = max(map(score, found))
    found = tuple(one for one in found if score(one) > best - BEHIND)
    shares = _odds(found)
    found = tuple(_led(one, _share(one, found, shares)) for one in found)
    memory = replace(memory, ahead=found)
    question = memory.open
    assert question is not None
    money = hangs_on(question)
    for one in sorted(found, key=lambda one: -score(one)):
        if (
            question.lost is None
            and one.leads >= VIEWS
            and _acts(one) >= (PAID if money else ACTS)
            and _fits(one)
        ):
            return _settled(memory, one, _share(one, found, shares), supposed=False)
    likeliest = _likeliest(found)
    waited = observation.at - likeliest.since
    ends = likeliest.memory.open is not None or likeliest.state.finished
    limit = SOON if ends else PATIENCE if sight.alone else LONG
    if depth == 0 and (sight.alone or not money) and waited >= limit:
        return _supposed(memory, likeliest)
    return memory, Nothing()


def _likeliest(among: Sequence[Branch]) -> Branch:
    """The likeliest answer by all that is known: when it was asked, and since."""
    return max(among, key=lambda one: score(one) + one.discount)


def _fits(branch: Branch) -> bool:
    """Whether a view is explained with an answer."""
    return total(branch.memory) - branch.memory.worth >= FITS


def _odds(among: Sequence[Branch], *, asked: bool = False) -> dict[int, float]:
    """The odds of answers by what followed; with `asked` by what was seen when it was asked, too."""
    worth = [score(one) + one.discount * asked for one in among]
    return dict(zip((one.option for one in among), odds(worth), strict=True))


def _supposed(memory: Memory, likeliest: Branch) -> tuple[Memory, Verdict]:
    share = _share(likeliest, memory.ahead, _odds(memory.ahead, asked=True))
    return _settled(memory, likeliest, share, supposed=True)


def _led(branch: Branch, share: float) -> Branch:
    return replace(branch, leads=branch.leads + 1 if share >= SURE else 0)


def _share(branch: Branch, among: Sequence[Branch], shares: dict[int, float]) -> float:
    """The odds of an answer: of all that are followed and begin with what it says."""
    own = tuple(map(_plain, branch.events[: branch.own]))
    if not own:
        return shares[branch.option]
    return sum(shares[one.option] for one in among if tuple(map(_plain, one.events[: len(own)])) == own)


def _plain(event: TableEvent) -> TableEvent:
    """An event without the hands that it tells."""
    return Won(event.seats) if isinstance(event, Won) else event


def _acts(branch: Branch) -> int:
    """Acts accepted with an answer."""
    return sum(not isinstance(event, Drawn) for event in branch.events[branch.own :])


def hangs_on(question: Question) -> bool:
    """Whether money hangs on an answer: more than which tile was thrown, in which order, or by whom."""
    return any(not isinstance(event, Drawn | Discarded) for option in question.options for event in option)


def _all_walked(branches: tuple[Branch, ...], further: Further, at_once: int) -> tuple[Branch, ...]:
    """Branches after one more view, less those that say no to what another says yes to, and then yes."""
    busy = [one for one in branches if _is_busy(one)]
    left = {one.option for one in sorted(busy, key=lambda one: -score(one))[at_once:]}
    said = [bare(one.events[: one.own]) for one in branches if one.own]
    return tuple(
        branch if branch.option in left else _but(_walked(branch, further), said) for branch in branches
    )


def _is_busy(branch: Branch) -> bool:
    return len(branch.memory.fresh) > BUSY


def _but(branch: Branch, said: Sequence[tuple[TableEvent, ...]]) -> Branch:
    """A branch in which nothing was recorded since a no, less the answers that the question offered, too."""
    if branch.path:
        return branch
    kept = tuple(
        _but(one, said)
        for one in branch.memory.ahead
        if not one.own or all(bare(one.events[: len(own)]) != own for own in said)
    )
    return replace(branch, memory=replace(branch.memory, ahead=kept))


def _walked(branch: Branch, further: Further) -> Branch:
    """A branch after one more view."""
    for _ in range(1 if _is_busy(branch) else STEPS):
        before = replace(branch.memory, untold=False)
        memory, verdict = further(before, branch.state)
        branch = replace(branch, memory=memory)
        match verdict:
            case Accepted(events, confidence):
                path = tuple(way(branch.state, events))
                told = tuple(one._replace(odds=confidence) for one in path)
                branch = replace(branch, path=(*branch.path, *told))
                if len(path) < len(events):
                    break
            case Mended():
                branch = _mended(replace(branch, memory=before), verdict, memory)
            case _:
                break
    return replace(branch, memory=replace(branch.memory, untold=branch.memory.open is not None))


def _mended(branch: Branch, mended: Mended, memory: Memory) -> Branch:
    """A branch after doubtful discards are others: where they are its own, they are put in the others' stead;
    those of the record itself stay for now.
    """
    events = [one.event for one in branch.path]
    places = [_own_discard(branch, mend) for mend, _ in mended.all]
    for at, (mend, tile) in zip(places, mended.all, strict=True):
        if at is not None:
            events[at] = Discarded(mend.seat, tile)
    if None not in places:
        path = tuple(way(branch.base, events))
        if len(path) == len(events):
            told = (one._replace(odds=old.odds) for one, old in zip(path, branch.path, strict=True))
            return replace(branch, path=tuple(told), memory=memory)
    firm = (mend for mend, _ in mended.all)
    return replace(branch, memory=kept(branch.memory, mended), firm=(*branch.firm, *firm))


def _own_discard(branch: Branch, mend: Mend) -> int | None:
    """Which of a branch's events a discard is, where it came after the answer."""
    number = mend.number - len(branch.base.seats[mend.seat].discards)
    own = [at for at, one in enumerate(branch.events) if isinstance(one, Discarded) and one.seat == mend.seat]
    return own[number] if 0 <= number < len(own) and own[number] >= branch.own else None


def _settled(memory: Memory, branch: Branch, share: float, *, supposed: bool) -> tuple[Memory, Verdict]:
    """An answer that nobody gave."""
    assert memory.open is not None
    if supposed and not hangs_on(memory.open):
        branch = _with_doubt(memory, branch)
    branch = replace(branch, tapped=True)
    events = branch.events[: branch.own]
    if events or supposed:
        return replace(memory, open=None, ahead=(branch,)), Accepted(events, min(share, 1.0), supposed)
    if not branch.path:
        return taken_over(memory, branch), Nothing()
    told = tuple(one.event for one in branch.path)
    return taken_over(memory, branch), Accepted(told, min(share, *(one.odds for one in branch.path)))


def _with_doubt(memory: Memory, branch: Branch) -> Branch:
    """A branch with the kind of its answer's discard kept as a doubt, where nothing else was in question."""
    question = memory.open
    assert question is not None
    thrown = [option[-1] for option in question.options if option]
    acts = {tuple((type(one), getattr(one, "seat", None)) for one in option) for option in question.options}
    own = branch.events[: branch.own]
    if len(acts) > 1 or not own or not isinstance(own[-1], Discarded) or len(own) > 2:
        return branch
    last = own[-1]
    piece = next(
        (
            one
            for told, place in memory.doubtful
            if told in thrown
            for one in memory.fresh
            if place.holds(one.piece)
        ),
        None,
    )
    if piece is None:
        return branch
    number = len(branch.base.seats[last.seat].discards)
    doubt = Doubt(
        last.seat, number, last.tile, piece.likelihoods[:KINDS], piece.piece.at, branch.base, tuple(own)
    )
    return replace(branch, memory=replace(branch.memory, doubts=(doubt, *branch.memory.doubts)))


def supposed_at_end(memory: Memory) -> tuple[Memory, Verdict]:
    """The likeliest answer to the question that is open when no view comes any more."""
    if memory.open is None or not memory.ahead:
        return memory, Nothing()
    return _supposed(memory, _likeliest(memory.ahead))
