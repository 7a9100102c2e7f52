"""伴牌页: the companion page as a Flask application. Making it opens nothing: no file, camera or weights."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from assistant.history.memory import MemoryHistory
from assistant.history.notes import Archive
from assistant.problems import Problem
from web import api, eyes, homescreen, pages, several, tilesets
from web.album import Album
from web.cameras import MakeEyes, Open
from web.companion import Analyse, Companion, ReadPhoto, companion
from web.house import House
from web.lan import doorway
from web.learning import Learner
from web.memory import pages as memory_pages
from web.memory import routes as memory_routes
from web.reading import Reader
from web.refused import RefusedError
from web.tables import acts, joining, routes, settling, watching
from web.tables import pages as table_pages
from web.tables.errors import TableError
from web.tables.roles import WRITES, check_write, refusal
from web.tables.store import Tables

LARGEST_PHOTO = 40 * 1024 * 1024
"""Bytes of the largest upload; a 48 megapixel photo of a phone has 10 to 25 MB."""
PICTURES = "pictures"
"""The folder, in that of the data, of pictures a table wants kept."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
"""Sent with every answer: the page takes nothing from elsewhere and is shown nowhere else."""


def create_app(
    read_photo: ReadPhoto | None = None,
    analyse: Analyse | None = None,
    data: Path | None = None,
    largest_photo: int = LARGEST_PHOTO,
    history: Archive | None = None,
    open_source: Open | None = None,
    make_eyes: MakeEyes | None = None,
) -> Companion:
    """The companion page.

    `read_photo` and `analyse` may be given, as tests do; by default they are the program's own, loaded at
    their first use. `data`: a folder whose `rules/*.toml` are offered beside the presets. `largest_photo` in
    bytes. `history`: where tables are kept; without it they are gone when the process ends. `open_source` and
    `make_eyes`: where cameras' pictures come from and what reads them, by default the program's own.
    """
    if read_photo is None:
        read_photo = Reader()
    if analyse is None:
        from web.presenters.hand import analyse as ours

        analyse = ours
    tables = Tables(MemoryHistory() if history is None else history)
    reader = read_photo if isinstance(read_photo, Reader) else Reader()
    learner = Learner(reader, data)
    album = Album(None if data is None else data / PICTURES)
    app = Companion(
        read_photo,
        analyse,
        House(data),
        tables,
        learner,
        album,
        open_source or eyes.open_source,
        make_eyes or eyes.eyes_with(reader.detector),
    )
    app.config["MAX_CONTENT_LENGTH"] = largest_photo
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the forms have an order
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(homescreen.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(several.blueprint)
    app.register_blueprint(tilesets.blueprint)
    app.register_blueprint(joining.blueprint)
    app.register_blueprint(doorway.blueprint)
    app.register_blueprint(routes.blueprint)
    app.register_blueprint(acts.blueprint)
    app.register_blueprint(settling.blueprint)
    app.register_blueprint(watching.blueprint)
    app.register_blueprint(table_pages.blueprint)
    app.register_blueprint(memory_routes.blueprint)
    app.register_blueprint(memory_routes.tables)
    app.register_blueprint(memory_pages.blueprint)
    app.before_request(note_asker)
    app.before_request(refuse_strangers)
    app.before_request(check_write)
    app.after_request(add_headers)
    app.register_error_handler(RefusedError, answer_refused)
    app.register_error_handler(TableError, lambda error: answer_refused(refusal(error)))
    app.register_error_handler(HTTPException, answer_http)
    return app


def note_asker() -> None:
    """Another machine has got through: the page that checks the connection shows it."""
    doors = companion().doors
    if doors is not None:
        doors.note(request.remote_addr)


def refuse_strangers() -> None:
    """A page of another origin may not make this one work for it."""
    if request.method not in WRITES:
        return
    origin = request.headers.get("Origin")
    other_site = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
    if other_site or (origin is not None and urlsplit(origin).netloc != request.host):
        raise RefusedError(
            Problem("other_origin", "This request comes from another page: open tangzi's own page."), 403
        )


def add_headers(response: Response) -> Response:
    """The headers of every answer; what is said of hands and tables is kept by nobody."""
    response.headers.update(HEADERS)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def answer_refused(refused: RefusedError) -> tuple[Response, int]:
    """An input that cannot be used, as the public form."""
    return jsonify(refused.form), refused.status


def answer_http(error: HTTPException) -> tuple[Response, int] | HTTPException:
    """HTTP errors below /api/ as the public form; elsewhere as Flask words them."""
    if not request.path.startswith("/api/") or error.code is None:
        return error
    code, message = api.HTTP_SENTENCES.get(
        error.code, ("http_error", f"{error.name}: see /api/ for what can be asked.")
    )
    return jsonify({"error": {"code": code, "message": message}}), error.code
