"""牌桌页: the page of a table, for all who have a place there."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template
from werkzeug.wrappers import Response

from web.access import everybody
from web.companion import companion
from web.tables.roles import member_of

blueprint = Blueprint("table_pages", __name__)


@blueprint.get("/tables/<table>")
@everybody
def table_page(table: str) -> str | Response:
    """The page of a table; all it shows it asks from the API. Who has no place there is sent to the door."""
    member = member_of(table)
    if member is None:
        return redirect("/join", 303)
    return render_template(
        "table.html",
        table=table,
        role=member.role.value,
        largest=current_app.config["MAX_CONTENT_LENGTH"],
        lan=companion().doors is not None,
    )
