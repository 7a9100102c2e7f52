"""牌套接口: the page and the JSON API of learnt tile sets, below /api/tilesets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from assistant.problems import Problem
from web.access import everybody
from web.api import json_object, word
from web.companion import companion
from web.learning import MOST_PHOTOS, read_labels
from web.refused import RefusedError

blueprint = Blueprint("tilesets", __name__)


@blueprint.get("/learn")
@everybody
def learn_page() -> str:
    """The page on which a set is learnt."""
    return render_template("learn.html", largest=current_app.config["MAX_CONTENT_LENGTH"])


@blueprint.get("/api/tilesets")
@everybody
def tilesets() -> Response:
    """The sets that can be chosen."""
    return jsonify({"tilesets": companion().learner.sets()})


@blueprint.post("/api/tilesets/look")
@everybody
def look() -> Response:
    """What a photo of a set shows."""
    with _photos(1) as photos:
        return jsonify(companion().learner.look(photos[0]))


@blueprint.post("/api/tilesets")
@everybody
def learn() -> Response:
    """Learn a set from photos whose tiles are told."""
    with _photos(MOST_PHOTOS) as photos:
        labels = read_labels(request.form.get("labels", ""), len(photos))
        return jsonify(companion().learner.learn(request.form.get("name", ""), photos, labels))


@blueprint.post("/api/tilesets/corrections")
@everybody
def correct() -> Response:
    """Add tiles that a player corrected to a set."""
    with _photos(1) as photos:
        labels = read_labels(request.form.get("labels", ""), 1)
        return jsonify(companion().learner.correct(request.form.get("tileset", ""), photos[0], labels[0]))


@blueprint.post("/api/tilesets/forget")
@everybody
def forget() -> Response:
    """Forget a set."""
    companion().learner.forget(word(json_object(), "set"))
    return jsonify({"tilesets": companion().learner.sets()})


@contextmanager
def _photos(most: int) -> Iterator[list[bytes]]:
    """The photos of a request, while nobody else's are read; they stay in memory."""
    app = companion()
    with app.upload():
        sent = request.files.getlist("photo")
        if not 1 <= len(sent) <= most:
            wanted = "one file named photo" if most == 1 else f"1 to {most} files named photo"
            raise RefusedError(Problem("no_photo", f"{len(sent)} photos came with it: send {wanted}."))
        photos = [file.read() for file in sent]
        with app.reading:
            yield photos
