"""接口: the page's own JSON API below /api/: a hand or a photo to its public form, and the rule sets."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, request

from assistant.notation import NotationError, parse_hand, parse_suit, parse_tiles
from assistant.problems import Problem
from assistant.rule_keys import KEYS
from assistant.rules import RulesError, RuleSet, parse_sets
from assistant.tiles import Counts, Suit, count
from web.access import everybody
from web.companion import companion
from web.presenters.hand import hand_faults
from web.presenters.rules import key_form, set_words
from web.refused import RefusedError
from web.tables.fairness import FAIR_PLAY, FAIR_PLAY_CHINESE, playing_fair

blueprint = Blueprint("api", __name__, url_prefix="/api")

HTTP_SENTENCES = {
    400: ("bad_request", "The request cannot be read: see /api/ for its form."),
    404: ("no_such_page", "There is nothing here: see /api/ for what can be asked."),
    405: ("wrong_method", "This address wants another method: see /api/ for which."),
    413: ("too_large", "The upload is too large: send one photo, smaller or more compressed."),
    415: ("wrong_type", "The request has the wrong content type: see /api/ for its form."),
    500: ("our_fault", "Something broke here that should not: try again, and report it with the photo."),
}
"""A code and a sentence for each HTTP error that can happen before a view speaks."""


@blueprint.get("/rules")
@everybody
def rules() -> Response:
    """The rule sets that can be chosen with all their values, and every key with the values it takes."""
    house = companion().house
    sets: list[dict[str, object]] = []
    for name in house.names():
        zh, en = set_words(name)
        named = {"name": name, "zh": zh, "en": en}
        try:
            chosen = house.load(name, {})
        except RulesError as error:
            sets.append({**named, "problems": [problem_form(one) for one in error.problems]})
        else:
            sets.append({**named, "values": chosen.values(), "problems": []})
    return jsonify({"rules": sets, "keys": [key_form(key) for key in KEYS]})


@blueprint.get("/openapi.json")
@everybody
def openapi() -> Response:
    """The API as an OpenAPI document."""
    from web.openapi.document import document

    return jsonify(document())


@blueprint.post("/hand")
@everybody
def hand() -> Response:
    """A hand as text to the hand form."""
    body = json_object()
    unknown = sorted(set(body) - {"hand", "seen", "void", "rules", "set"})
    if unknown:
        raise RefusedError(
            Problem("unknown_key", f"“{unknown[0]}” is no key here: send hand, seen, void, rules, set.")
        )
    chosen = chosen_rules(word(body, "rules"), rule_changes(body), ())
    seen, void = seen_tiles(word(body, "seen")), void_suit(word(body, "void"))
    try:
        held = parse_hand(word(body, "hand"))
    except NotationError as error:
        raise RefusedError(error.problem) from error
    problems = hand_faults(held)
    if problems:
        raise RefusedError(problems[0], more=problems[1:])
    if playing_fair():
        raise RefusedError(FAIR_PLAY, 403, chinese=FAIR_PLAY_CHINESE)
    return jsonify(companion().analyse(held, chosen, seen, void))


@blueprint.post("/scan")
@everybody
def scan() -> Response:
    """A photo to the scan form."""
    app = companion()
    with app.upload():
        form = request.form
        changes, problems = parse_sets(form.getlist("set"))
        chosen = chosen_rules(form.get("rules", ""), changes, problems)
        sent = request.files.get("photo")
        if sent is None:
            raise RefusedError(Problem("no_photo", "There is no photo in it: send a file named photo."))
        photo = sent.read()
        tileset = form.get("tileset", "")
        with app.reading:
            answer = app.learner.read(photo, chosen, tileset) if tileset else app.read_photo(photo, chosen)
        if answer["analysis"] is not None and playing_fair():
            from web.presenters.scan import without_analysis

            fair = {**problem_form(FAIR_PLAY), "zh": FAIR_PLAY_CHINESE}
            tiles = without_analysis(answer)
            answer = {**tiles, "problems": [*tiles["problems"], fair]}
        return jsonify({**answer, "image": sent.filename or "photo"})


def json_object() -> dict[str, object]:
    """The JSON object that was sent."""
    try:
        body = request.get_json()
        json.dumps(body, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):  # nested without end; half a character
        body = None
    if not isinstance(body, dict):
        raise RefusedError(Problem("bad_request", "The body must be a JSON object: see /api/ for its keys."))
    return body


def word(body: Mapping[str, object], key: str) -> str:
    """A text of a JSON body, empty where it is left out or null."""
    value = body.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RefusedError(Problem("bad_request", f"{key} must be text: see /api/ for its form."))
    return value


def rule_changes(body: Mapping[str, object]) -> Mapping[str, object]:
    """The rules that a JSON body changes, none where `set` is left out or null."""
    changes = body.get("set")
    if changes is None:
        return {}
    if not isinstance(changes, Mapping):
        raise RefusedError(Problem("bad_set", 'set must be an object of rule keys: like {"cap": 4}.'))
    return changes


def chosen_rules(name: str, changes: Mapping[str, object], problems: tuple[Problem, ...]) -> RuleSet:
    """The rule set that a request names, all its problems listed at once."""
    house = companion().house
    try:
        loaded = house.load(name or house.names()[0], changes)
    except RulesError as error:
        problems += error.problems
    if problems:
        raise RefusedError(problems[0], more=problems[1:])
    return loaded


def seen_tiles(text: str) -> Counts:
    """The tiles seen elsewhere as counts."""
    try:
        return count(parse_tiles(text))
    except NotationError as error:
        raise RefusedError(error.problem) from error


def void_suit(text: str) -> Suit | None:
    """The suit laid down 定缺, None for empty text."""
    if not text:
        return None
    try:
        return parse_suit(text)
    except NotationError as error:
        raise RefusedError(error.problem) from error


def problem_form(problem: Problem) -> Mapping[str, str]:
    """A problem as the forms list it."""
    return {"code": problem.code, "message": problem.message}
