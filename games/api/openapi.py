"""The OpenAPI 3.1 document, generated from the types and the list of endpoints."""

from functools import lru_cache
from typing import Any

import msgspec

from games.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from games.api.errors import STATUS, ErrorCode
from games.api.types import ErrorBody

VERSION = "1.0.0"
REFERENCE = "#/components/schemas/{name}"
REASONS = {
    ErrorCode.BAD_PARAMETER: "A parameter is invalid.",
    ErrorCode.NOT_FOUND: "The game, player or variant does not exist.",
    ErrorCode.METHOD_NOT_ALLOWED: "The API is read-only.",
    ErrorCode.RATE_LIMITED: "Too many requests from this IP address. Wait `Retry-After` seconds.",
    ErrorCode.BUSY: "The server is busy. Wait `Retry-After` seconds.",
}
HEADERS = {
    "ETag": "Send it as If-None-Match to get 304 if nothing has changed.",
    "Cache-Control": "How long the answer may be cached.",
}


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Return the whole document as JSON values. Do not modify it."""
    answers = [endpoint.answer for endpoint in ENDPOINTS.values()]
    _, schemas = msgspec.json.schema_components([*answers, ErrorBody], ref_template=REFERENCE)
    # Convert tuples in defaults to JSON values.
    schemas = msgspec.json.decode(msgspec.json.encode(schemas))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Yacht: games, players, leaderboards",
            "version": VERSION,
            "summary": "Public data of a site's games, read-only.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            f"{PREFIX}{endpoint.path}": {"get": _operation(endpoint)}
            for endpoint in ENDPOINTS.values()
        },
        "components": {"schemas": schemas},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    return {
        "operationId": endpoint.id,
        "summary": endpoint.summary,
        "description": endpoint.about,
        "parameters": [*_path_parameters(endpoint), *query_parameters(endpoint)],
        "responses": {
            "200": _answer(endpoint),
            **{str(STATUS[code]): _refusal(code) for code in endpoint.refusals},
        },
    }


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": about,
            "schema": msgspec.json.schema(type_),
        }
        for name, (type_, about) in endpoint.in_path.items()
    ]


def query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    """Return the query parameters of an endpoint."""
    (reference,), schemas = msgspec.json.schema_components([endpoint.query], ref_template=REFERENCE)
    query = schemas[reference["$ref"].rpartition("/")[2]]
    return [
        {"name": name, "in": "query", "required": name in query["required"], "schema": schema}
        for name, schema in query["properties"].items()
    ]


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    return {
        "description": " ".join((endpoint.answer.__doc__ or "").split()),
        "headers": {
            name: {"description": about, "schema": {"type": "string"}}
            for name, about in HEADERS.items()
        },
        "content": _content(endpoint.answer),
    }


def _refusal(code: ErrorCode) -> dict[str, Any]:
    return {"description": REASONS[code], "content": _content(ErrorBody)}


def _content(type_: type[Any]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=type_.__name__)}}}
