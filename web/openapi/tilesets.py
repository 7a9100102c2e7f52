"""牌套: the addresses of learnt tile sets."""

from __future__ import annotations

from web.openapi.shapes import FILE, INT, NUMBER, TEXT, Operations, Schema, many, obj, operation, ref, said

LABELS = said(TEXT, 'JSON: for each photo a list of {"box": [x1, y1, x2, y2], "tile": "1m"}')
PAIRS = said(
    many({"type": "array"}),
    "pairs of kinds, each with the mean likelihood, 0 to 1, of taking one for the other",
)
SCHEMAS: dict[str, Schema] = {
    "Tileset": obj(
        {
            "kinds": INT,
            "missing": many(ref("Tile")),
            "confusable": PAIRS,
            "seconds": NUMBER,
            "added": INT,
        },
        set=TEXT,
        problems=many(ref("Problem")),
    ),
    "Tilesets": obj(tilesets=many(ref("Tileset"))),
    "TilesetPhoto": obj(
        width=INT,
        height=INT,
        tiles=many(obj(tile=TEXT, box=many(NUMBER), confidence=NUMBER)),
        problems=many(ref("Problem")),
    ),
}
REFUSALS = (400, 403, 404, 409, 413, 415, 503)
OPERATIONS: Operations = {
    ("get", "/learn"): operation("The page on which a tile set is learnt", content="text/html"),
    ("get", "/api/tilesets"): operation("The learnt tile sets", ref("Tilesets")),
    ("post", "/api/tilesets"): operation(
        "Learn a set from photos whose tiles are told",
        ref("Tileset"),
        upload=obj(name=TEXT, photo=many(FILE), labels=LABELS),
        errors=REFUSALS,
    ),
    ("post", "/api/tilesets/look"): operation(
        "What a photo of a set shows", ref("TilesetPhoto"), upload=obj(photo=FILE), errors=REFUSALS
    ),
    ("post", "/api/tilesets/corrections"): operation(
        "Add corrected tiles of a photo to a set",
        ref("Tileset"),
        upload=obj({"tileset": TEXT}, photo=FILE, labels=LABELS),
        errors=REFUSALS,
    ),
    ("post", "/api/tilesets/forget"): operation(
        "Forget a set", ref("Tilesets"), obj(set=TEXT), errors=REFUSALS
    ),
}
