"""The endpoints of version 1, as the features bring them, and the OpenAPI 3.1 document, which is
generated from them and their types.
"""

from functools import lru_cache
from typing import Any

import msgspec

from games.core.protocol.reference import schemas_of
from games.platform import parts
from games.site.shared.answers.endpoint import STATUS, ApiErrorCode, Endpoint
from games.site.shared.answers.reading import VERSION
from games.site.shared.answers.types import ErrorBody

PREFIX = "/api/v1/"
ORDER = (
    *("variants", "game", "events", "analysis", "position", "dice", "player", "player_games"),
    *("leaderboard", "daily", "tournaments", "tournament", "fair_log", "fair_log_entries"),
    *("guests", "rooms"),
)
"""The order in which documents list the first endpoints. What came later follows."""


def _listed() -> dict[str, Endpoint]:
    """Return all endpoints by their ids. Raises ValueError if two have the same."""
    found = parts.brought("api", "ENDPOINTS", Endpoint)
    by_id = {each.id: each for each in found}
    if len(by_id) < len(found):
        raise ValueError("Two endpoints have the same id.")
    first = {id_: by_id[id_] for id_ in ORDER if id_ in by_id}
    return first | by_id


ENDPOINTS = _listed()


BOARD: dict[str, object] = {
    "variant": "yacht",
    "board": "rating",
    "entries": [
        {
            "place": 1,
            "name": "Alice",
            "player": 7,
            "value": 1612,
            "provisional": False,
            "game": None,
        },
        {
            "place": 2,
            "name": "Bob",
            "player": 12,
            "value": 1584,
            "provisional": True,
            "game": None,
        },
    ],
    "after": None,
    "games": None,
}


REFERENCE = "#/components/schemas/{name}"
REASONS = {
    ApiErrorCode.BAD_PARAMETER: "A parameter is invalid.",
    ApiErrorCode.UNAUTHORIZED: "There is no such token, or it has ended.",
    ApiErrorCode.NOT_FOUND: "The game, player or variant does not exist.",
    ApiErrorCode.METHOD_NOT_ALLOWED: "The path has another method.",
    ApiErrorCode.RATE_LIMITED: (
        "Too many requests from this IP address. Wait `Retry-After` seconds."
    ),
    ApiErrorCode.BUSY: "The server is busy. Wait `Retry-After` seconds.",
}
SECURITY = "guest"
"""The name of the security scheme: the token of a guest."""
HEADERS = {
    "ETag": "Send it as If-None-Match to get 304 if nothing has changed.",
    "Cache-Control": "How long the answer may be cached.",
}


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Return the whole document as JSON values. Do not modify it."""
    answers = [endpoint.answer for endpoint in ENDPOINTS.values()]
    bodies = [endpoint.body for endpoint in ENDPOINTS.values() if endpoint.body is not None]
    _, schemas = schemas_of([*answers, *bodies, ErrorBody], REFERENCE)
    # Convert tuples in defaults to JSON values.
    schemas = msgspec.json.decode(msgspec.json.encode(schemas))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Yacht: games, players, leaderboards",
            "version": VERSION,
            "summary": "Public data of a site's games; guests and rooms for programs that play.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            f"{PREFIX}{endpoint.path}": {endpoint.method.lower(): _operation(endpoint)}
            for endpoint in ENDPOINTS.values()
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {SECURITY: {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation = {
        "operationId": endpoint.id,
        "summary": endpoint.summary,
        "description": endpoint.about,
        "parameters": [*_path_parameters(endpoint), *query_parameters(endpoint)],
        "responses": {
            "200" if endpoint.body is None else "201": _answer(endpoint),
            **{str(STATUS[code]): _refusal(code) for code in endpoint.refusals},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    if endpoint.needs_token:
        operation["security"] = [{SECURITY: []}]
    return operation


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
    return [{**field, "in": "query"} for field in fields_of(endpoint.query)]


def fields_of(type_: type[Any]) -> list[dict[str, Any]]:
    """Return name and schema of each field of a JSON object, and whether it is required."""
    (reference,), schemas = schemas_of([type_], REFERENCE)
    found = schemas[reference["$ref"].rpartition("/")[2]]
    return [
        {"name": name, "required": name in found["required"], "schema": schema}
        for name, schema in found["properties"].items()
    ]


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": " ".join((endpoint.answer.__doc__ or "").split())}
    if endpoint.body is None:
        answer["headers"] = {
            name: {"description": about, "schema": {"type": "string"}}
            for name, about in HEADERS.items()
        }
    return {**answer, "content": _content(endpoint.answer)}


def _refusal(code: ApiErrorCode) -> dict[str, Any]:
    return {"description": REASONS[code], "content": _content(ErrorBody)}


def _content(type_: type[Any]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=type_.__name__)}}}
