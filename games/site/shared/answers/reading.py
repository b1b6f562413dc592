"""Endpoints that are read: from a request to the feature's answer and back."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import HOUR, Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.pages.etags import not_modified

VERSION = "1.1.0"
"""The version of the API."""
METHODS = "GET, HEAD, OPTIONS"
JSON = "application/json"
Query = TypeVar("Query", bound=types.Body)
View = Callable[..., HttpResponse]


def endpoint(view: View) -> View:
    """Decorate a view of the API: GET only, rate-limited, open to all origins, JSON errors.

    Cookies are ignored.
    """

    @csrf_exempt  # Without this, a POST would get Django's HTML error about its CSRF token.
    @wraps(view)
    def answer(request: HttpRequest, **names: str) -> HttpResponse:
        try:
            response = _answer(view, request, names)
        except ApiError as refusal:
            response = refused(refusal)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        return response

    return answer


def _answer(view: View, request: HttpRequest, names: dict[str, str]) -> HttpResponse:
    if request.method == "OPTIONS":
        return _preflight()
    if request.method not in ("GET", "HEAD"):
        raise ApiError(ApiErrorCode.METHOD_NOT_ALLOWED, "This can only be read. Use GET.")
    try:
        spend("api", client_address(request))
    except LimitedError as limited:
        return limit_refused(limited)
    return view(request, **names)


def _preflight() -> HttpResponse:
    response = HttpResponse(status=204)
    response["Allow"] = response["Access-Control-Allow-Methods"] = METHODS
    response["Access-Control-Allow-Headers"] = "If-None-Match"
    response["Access-Control-Max-Age"] = str(24 * HOUR)
    return response


def refused(refusal: ApiError, methods: str = METHODS) -> HttpResponse:
    """Return the answer to a request that is refused; `methods` are those of the path."""
    body = msgspec.json.encode(refusal.body)
    response = HttpResponse(body, content_type=JSON, status=refusal.status)
    patch_cache_control(response, no_store=True)
    if refusal.status == 405:
        response["Allow"] = methods
    return response


def limit_refused(limited: LimitedError) -> HttpResponse:
    response = refused(ApiError(ApiErrorCode.RATE_LIMITED, limited.message))
    response["Retry-After"] = str(int(limited.wait) + 1)
    return response


def read_query(request: HttpRequest, type_: type[Query]) -> Query:
    """Return the known query parameters, ignoring others. Raises ApiError."""
    try:
        return msgspec.convert(request.GET.dict(), type_, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"{error}.") from error


def view_of(endpoint_: Endpoint) -> View:
    assert endpoint_.read is not None
    read = endpoint_.read

    def view(request: HttpRequest, **names: str) -> HttpResponse:
        if endpoint_.query is types.NoQuery:
            return _send(request, read(**names), endpoint_.max_age)
        query = read_query(request, endpoint_.query)
        return _send(request, read(query, **names), endpoint_.max_age)

    return endpoint(view)


def _send(request: HttpRequest, answer: Answer, max_age: int) -> HttpResponse:
    """Return what an answer writes, or 304 if the client already has it."""
    body = b"" if answer.fingerprint else msgspec.json.encode(answer.write())
    etag = f'"{VERSION}-{answer.fingerprint or hashlib.sha256(body).hexdigest()[:24]}"'
    response = not_modified(request, etag) or HttpResponse(
        body or msgspec.json.encode(answer.write()), content_type=JSON
    )
    response["ETag"] = etag
    if answer.fleeting:
        patch_cache_control(response, private=True, no_store=True)
        return response
    age = max_age if answer.max_age is None else answer.max_age
    patch_cache_control(response, public=True, max_age=age)
    if answer.immutable:
        patch_cache_control(response, immutable=True)
    return response
