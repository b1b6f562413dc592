"""The read-only HTTP API, version 1: what anybody may know, as JSON. docs/api.md describes it."""

from games.api.errors import ApiError
from games.api.openapi import document

__all__ = ["ApiError", "document"]
