"""页面: the pages a browser opens."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from assistant.rules import PRESETS
from assistant.tiles import TILES
from web.access import everybody

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
@everybody
def companion() -> str:
    """The companion page; all it shows it asks from the API."""
    return render_template("companion.html", largest=current_app.config["MAX_CONTENT_LENGTH"])


@blueprint.get("/api/")
@everybody
def api_page() -> str:
    """The page that documents the API."""
    return render_template(
        "api.html",
        presets=PRESETS,
        tiles=[str(tile) for tile in TILES],
        largest=current_app.config["MAX_CONTENT_LENGTH"] // 1024**2,
    )
