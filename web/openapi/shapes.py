"""形: short ways to write JSON schemas and operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]
Operations = Mapping[tuple[str, str], dict[str, Any]]
"""(method, path) to an operation; a path names its parts as `{table}`."""


def obj(optional: Mapping[str, Schema] | None = None, **keys: Schema) -> Schema:
    """An object with these keys, all there but the optional ones."""
    form: Schema = {"type": "object", "properties": {**keys, **(optional or {})}}
    if keys:
        form["required"] = list(keys)
    return form


def many(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


def by_name(of: Schema) -> Schema:
    """An object with any keys."""
    return {"type": "object", "additionalProperties": of}


def maybe(of: Schema) -> Schema:
    """Or null."""
    return {"anyOf": [of, {"type": "null"}]}


def ref(name: str) -> Schema:
    """One of the named schemas."""
    return {"$ref": f"#/components/schemas/{name}"}


def said(schema: Schema, description: str) -> Schema:
    """With a sentence."""
    return {**schema, "description": description}


def words(*values: str) -> Schema:
    """One of these texts."""
    return {"type": "string", "enum": list(values)}


def whole(low: int | None = None, high: int | None = None) -> Schema:
    """A whole number."""
    form: Schema = {"type": "integer"}
    if low is not None:
        form["minimum"] = low
    if high is not None:
        form["maximum"] = high
    return form


TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
INT: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
ANY: Schema = {}
FILE: Schema = {"type": "string", "format": "binary"}


def json_of(schema: Schema) -> dict[str, Any]:
    """A JSON body."""
    return {"application/json": {"schema": schema}}


def operation(
    summary: str,
    answer: Schema | None = None,
    body: Schema | None = None,
    *,
    roles: str = "everybody",
    errors: tuple[int, ...] = (),
    status: int = 200,
    content: str = "application/json",
    parameters: tuple[dict[str, Any], ...] = (),
    upload: Schema | None = None,
    more: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """One operation. `roles`: who may ask; `errors`: the HTTP statuses of its refusals, all in the one error
    form; `more`: other answers without JSON.
    """
    good: dict[str, Any] = {"description": summary}
    if content == "application/json":
        good["content"] = json_of(answer or ANY)
    elif content:
        good["content"] = {content: {"schema": TEXT}}
    form: dict[str, Any] = {
        "summary": summary,
        "x-roles": roles,
        "responses": {
            str(status): good,
            **{str(code): {"$ref": "#/components/responses/Error"} for code in errors},
            **{str(code): {"description": text} for code, text in (more or {}).items()},
        },
    }
    if parameters:
        form["parameters"] = list(parameters)
    if body is not None:
        form["requestBody"] = {"required": True, "content": json_of(body)}
    if upload is not None:
        form["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": upload}}}
    return form


def query(name: str, schema: Schema, description: str) -> dict[str, Any]:
    """A part of the address after `?`, that may be left out."""
    return {"name": name, "in": "query", "required": False, "schema": schema, "description": description}
