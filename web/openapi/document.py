"""接口说明: the API as an OpenAPI 3.1 document, kept by hand beside the routes and tested against them."""

from __future__ import annotations

import re
from typing import Any

from web.openapi import advice, camera, joining, memory, single, table, tilesets
from web.openapi.shapes import TEXT, Operations, Schema, json_of, obj

PARTS = (single, joining, table, advice, camera, tilesets, memory)
"""Modules with SCHEMAS and OPERATIONS."""

ERROR: Schema = obj(error=obj({"zh": TEXT}, code=TEXT, message=TEXT))


def operations() -> Operations:
    """Every operation of every part."""
    return {key: form for part in PARTS for key, form in part.OPERATIONS.items()}


def document() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for (method, path), form in operations().items():
        paths.setdefault(path, {})[method] = form
    for path, item in paths.items():
        names = re.findall(r"{(\w+)}", path)
        if names:
            item["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": TEXT} for name in names
            ]
    schemas = {name: schema for part in PARTS for name, schema in part.SCHEMAS.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "堂子 tangzi",
            "version": "1",
            "description": "Adding a key is no break. A change below /api/tables needs the header X-Tangzi "
            "and the cookie that a table gives to who joins it.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Error": ERROR},
            "responses": {
                "Error": {
                    "description": "What is wrong, and what to do",
                    "content": json_of({"$ref": "#/components/schemas/Error"}),
                }
            },
        },
    }
