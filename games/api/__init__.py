"""The read-only HTTP API, version 1: types, endpoints and queries. docs/api.md describes it.

`document` returns the OpenAPI document. The views are in `games.views.api`.
"""

from games.api.errors import ApiError
from games.api.openapi import document

__all__ = ["ApiError", "document"]
