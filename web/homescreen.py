"""主屏幕: the page as an app on a phone's home screen, and what it shows when the laptop is out of reach.

The worker keeps one page on the phone, the one that says so, with its style and icon: nothing that was asked
from the API, no hand and no money, and no other page. It is another worker as soon as one of these changes.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, url_for

from web.access import everybody

blueprint = Blueprint("homescreen", __name__)

COLOURS = ("#0f6b43", "#0c3d28")
"""Of the bar above the page, by day and in the dark: those of `--head` in page.css."""
GROUND = "#eef1ea"
STATIC = Path(__file__).parent / "static"
KEPT = ("css/page.css", "css/door.css", "app/icon.svg")
"""Files of the page that the offline page needs."""
SIZES = (192, 512)


@blueprint.app_context_processor
def colours() -> dict[str, object]:
    """What every page's head names."""
    return {"bar_colours": COLOURS}


@blueprint.get("/manifest.webmanifest")
@everybody
def manifest() -> Response:
    """What a phone needs to know to put the page on its home screen."""
    icons: list[dict[str, Any]] = [
        {"src": _file("app/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *(
            {
                "src": _file(f"app/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": use,
            }
            for size in SIZES
            for use in ("any", "maskable")
        ),
    ]
    answer = jsonify(
        {
            "id": "./",
            "name": "堂子 tangzi",
            "short_name": "堂子",
            "description": "四川麻将助手：听牌、记账、结账。 Sichuan mahjong: waits, score, money.",
            "lang": "zh-CN",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "orientation": "any",
            "background_color": GROUND,
            "theme_color": COLOURS[0],
            "icons": icons,
        }
    )
    answer.mimetype = "application/manifest+json"
    return answer


@blueprint.get("/worker.js")
@everybody
def worker() -> Response:
    """The script that shows the offline page where the laptop does not answer."""
    kept = [url_for("homescreen.offline"), *(url_for("static", filename=name) for name in KEPT)]
    return Response(render_template("worker.js", version=version(), kept=kept), mimetype="text/javascript")


@blueprint.get("/offline")
@everybody
def offline() -> str:
    """The page that says that the laptop is not reachable; it is the same for everybody."""
    return render_template("offline.html", problem=None)


@cache
def version() -> str:
    """Names what the worker keeps: another name where any of it is another."""
    known = hashlib.sha256()
    for path in (
        *(STATIC / name for name in KEPT),
        *(
            STATIC.parent / "templates" / name
            for name in ("offline.html", "door.html", "head.html", "worker.js")
        ),
    ):
        known.update(path.read_bytes())
    return known.hexdigest()[:12]


def _file(name: str) -> str:
    """The address of a file of the page, as seen from the manifest."""
    return url_for("static", filename=name).removeprefix("/")
