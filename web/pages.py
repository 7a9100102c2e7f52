"""页面: the pages a browser opens."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from assistant.rules import PRESETS
from assistant.tiles import TILES
from web.access import everybody
from web.companion import companion as application
from web.tables.members import TableInfo
from web.tables.roles import visits

blueprint = Blueprint("pages", __name__)

MOST_TABLES = 3
"""Tables that the start page leads back to."""


@blueprint.get("/")
@everybody
def companion() -> str:
    """The companion page; all it shows it asks from the API."""
    largest = current_app.config["MAX_CONTENT_LENGTH"]
    return render_template("companion.html", largest=largest, tables=own_tables())


def own_tables() -> list[TableInfo]:
    """The tables at which this device has a place, the one opened last first: an app on the home screen opens
    here, and its player wants to go back.
    """
    tables = application().tables
    found = [tables.settings(one.table) for one in visits()]
    return sorted(filter(None, found), key=lambda info: info.opened, reverse=True)[:MOST_TABLES]


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
