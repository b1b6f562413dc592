"""The reading part of the HTTP API under /api/v1/, and the page that describes the API."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.platform.clock import utc_now
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.archive.history.record import FoundGame
from games.site.events.daily import api as daily_api
from games.site.events.tournaments import api as tournament_api
from games.site.events.tournaments import api_types as tournament_types
from games.site.front.api import fair_log_reading, reading, types
from games.site.front.api.endpoints import ENDPOINTS, HOUR, SHORT
from games.site.front.api.errors import ApiError, ApiErrorCode
from games.site.front.api.example import BOARD
from games.site.front.api.openapi import VERSION, document
from games.site.shared.pages.etags import not_modified
from games.site.shared.pages.shortcuts import page
from games.site.study.analysis import api as analysis_api
from games.site.study.analysis import api_types as analysis_types
from games.site.study.analysis.game_analysis import is_analysed

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
    """Return the answer to a request that comes too soon."""
    response = refused(ApiError(ApiErrorCode.RATE_LIMITED, limited.message))
    response["Retry-After"] = str(int(limited.wait) + 1)
    return response


def _read_query(request: HttpRequest, type_: type[Query]) -> Query:
    """Return the known query parameters, ignoring others. Raises ApiError."""
    try:
        return msgspec.convert(request.GET.dict(), type_, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"{error}.") from error


def _send(
    request: HttpRequest,
    write: Callable[[], types.Body],
    max_age: int,
    fingerprint: str | None = None,
) -> HttpResponse:
    """Return the answer of `write`, or 304 if the client already has it.

    With a `fingerprint` of the answer, a 304 needs no call of `write`.
    """
    body = b"" if fingerprint else msgspec.json.encode(write())
    etag = f'"{VERSION}-{fingerprint or hashlib.sha256(body).hexdigest()[:24]}"'
    response = not_modified(request, etag) or HttpResponse(
        body or msgspec.json.encode(write()), content_type=JSON
    )
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=max_age)
    return response


@endpoint
def variants(request: HttpRequest) -> HttpResponse:
    """Return all variants."""
    return _send(request, reading.all_variants, ENDPOINTS["variants"].max_age)


@endpoint
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Return a game."""
    found = reading.find(code)
    max_age = ENDPOINTS["game"].max_age if found.is_settled else SHORT
    return _send(request, lambda: reading.game(found), max_age, found.fingerprint)


@endpoint
def events(request: HttpRequest, code: str) -> HttpResponse:
    """Return the log of a game. It has no names, so a finished log is immutable."""
    query = _read_query(request, types.EventsQuery)
    found = reading.find(code)
    fingerprint = f"{found.game.code}-{found.seq}-{query.after}"
    response = _send(
        request, lambda: reading.events(found, query.after), _age_of_log(found), fingerprint
    )
    if found.is_over:
        patch_cache_control(response, immutable=True)
    return response


def _age_of_log(found: FoundGame) -> int:
    return ENDPOINTS["events"].max_age if found.is_over else SHORT


@endpoint
def analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Return the analysis of a game. It has no names."""
    found = reading.find(code)
    max_age = ENDPOINTS["analysis"].max_age if is_analysed(found.game) else SHORT
    fingerprint = analysis_api.fingerprint(found)
    return _send(request, lambda: analysis_api.game_analysis(found), max_age, fingerprint)


@endpoint
def position(request: HttpRequest) -> HttpResponse:
    """Return the value of a position."""
    query = _read_query(request, analysis_types.PositionQuery)
    max_age = ENDPOINTS["position"].max_age
    return _send(request, lambda: analysis_api.position_value(query.text), max_age)


@endpoint
def dice(request: HttpRequest, variant: str, dice: str) -> HttpResponse:
    """Return the value of a roll."""
    query = _read_query(request, analysis_types.DiceQuery)
    max_age = ENDPOINTS["dice"].max_age
    return _send(request, lambda: analysis_api.worth_of_dice(variant, dice, query.rolls), max_age)


@endpoint
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Return a player's records."""
    found = reading.find_player(name)
    return _send(request, lambda: reading.player(found), ENDPOINTS["player"].max_age)


@endpoint
def player_games(request: HttpRequest, name: str) -> HttpResponse:
    """Return a page of a player's finished games."""
    query = _read_query(request, types.GamesQuery)
    found = reading.find_player(name)
    max_age = ENDPOINTS["player_games"].max_age
    return _send(request, lambda: reading.player_games(found, query), max_age)


@endpoint
def leaderboard(request: HttpRequest, variant: str) -> HttpResponse:
    """Return a page of a leaderboard."""
    query = _read_query(request, types.BoardQuery)
    max_age = ENDPOINTS["leaderboard"].max_age
    return _send(request, lambda: reading.leaderboard(variant, query), max_age)


@endpoint
def daily(request: HttpRequest, date: str, variant: str) -> HttpResponse:
    """Return a daily with a page of its leaderboard."""
    query = _read_query(request, types.DailyQuery)
    max_age = ENDPOINTS["daily"].max_age
    return _send(request, lambda: daily_api.daily(date, variant, query, utc_now()), max_age)


@endpoint
def tournaments(request: HttpRequest) -> HttpResponse:
    """Return the tournaments."""
    return _send(request, tournament_api.tournaments, ENDPOINTS["tournaments"].max_age)


@endpoint
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Return a tournament and a part of its standings."""
    query = _read_query(request, tournament_types.StandingsQuery)
    max_age = ENDPOINTS["tournament"].max_age
    return _send(request, lambda: tournament_api.tournament(code, query), max_age)


@endpoint
def fair_log(request: HttpRequest) -> HttpResponse:
    """Return the head of the public log."""
    return _send(request, fair_log_reading.head, ENDPOINTS["fair_log"].max_age)


@endpoint
def fair_log_entries(request: HttpRequest) -> HttpResponse:
    """Return entries of the public log. A full answer is immutable."""
    query = _read_query(request, types.EntriesQuery)
    found, is_complete = fair_log_reading.entries(query)
    max_age = ENDPOINTS["fair_log_entries"].max_age if is_complete else SHORT
    response = _send(request, lambda: found, max_age)
    if is_complete:
        patch_cache_control(response, immutable=True)
    return response


@endpoint
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document."""
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
