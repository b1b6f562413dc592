"""What the HTTP API says of itself: its page, the OpenAPI document, and what does not exist."""

import json

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.site.front.api.openapi import BOARD, ENDPOINTS, document
from games.site.shared.answers.endpoint import HOUR, ApiError, ApiErrorCode
from games.site.shared.answers.reading import JSON, endpoint
from games.site.shared.pages.shortcuts import page


@endpoint
def openapi(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(document()), content_type=JSON)
    patch_cache_control(response, public=True, max_age=HOUR)
    return response


@endpoint
def not_found(request: HttpRequest, path: str) -> HttpResponse:
    """Answer all other paths with a JSON error. Raises ApiError."""
    raise ApiError(ApiErrorCode.NOT_FOUND, f"There is no /api/v1/{path}. See /api/.")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the entry page of the API, which leads to the OpenAPI document."""
    times, seconds = settings.LIMITS["api"]
    return page(
        request,
        "api/api.html",
        endpoints=ENDPOINTS.values(),
        root=request.build_absolute_uri("/"),
        example=json.dumps(BOARD, indent=2),
        times=times,
        minutes=seconds // 60,
    )
