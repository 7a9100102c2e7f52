"""几张照片: one to four photos to the hands that lie apart in them, for settling a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.datastructures import FileStorage

from assistant.problems import Problem
from assistant.rules import RuleSet, parse_sets
from web.access import everybody
from web.api import chosen_rules
from web.companion import companion
from web.reading import Reader
from web.refused import RefusedError

blueprint = Blueprint("several", __name__, url_prefix="/api")

MOST_PHOTOS = 4


@blueprint.post("/hands")
@everybody
def hands() -> Response:
    """The hands of the photos; an unusable file is its error, and a refusal only where all are."""
    app = companion()
    with app.upload("send these again"):
        changes, problems = parse_sets(request.form.getlist("set"))
        rules = chosen_rules(request.form.get("rules", ""), changes, problems)
        sent = request.files.getlist("photo")
        if not 1 <= len(sent) <= MOST_PHOTOS:
            said = f"{len(sent)} photos came with it: send 1 to {MOST_PHOTOS} files named photo."
            raise RefusedError(Problem("no_photo", said), chinese=f"请传1到{MOST_PHOTOS}张照片。")
        with app.reading:
            photos = [photo_form(one, rules) for one in sent]
    refused = [one["error"] for one in photos if "error" in one]
    if len(refused) == len(photos):
        first = refused[0]
        raise RefusedError(Problem(first["code"], first["message"]), chinese=first.get("zh", ""))
    return jsonify({"photos": photos})


def photo_form(sent: FileStorage, rules: RuleSet) -> dict[str, Any]:
    """The hands of one photo, or why it has none."""
    image = sent.filename or "photo"
    try:
        return {"image": image, "hands": [{**one, "image": image} for one in read(sent.read(), rules)]}
    except RefusedError as error:
        return {"image": image, **error.form}


def read(photo: bytes, rules: RuleSet) -> list[Mapping[str, Any]]:
    """The scan form of each hand in a photo; a reader that does not tell hands apart gives one."""
    from web.presenters.scan import without_analysis

    reader = companion().read_photo
    return (
        list(reader.hands(photo, rules))
        if isinstance(reader, Reader)
        else [without_analysis(reader(photo, rules))]
    )
