"""Puzzles: the page, and the answers to them."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games.core.engine import sheet
from games.core.numbers import whole
from games.core.rules import VARIANTS
from games.people.accounts.models import User
from games.platform.clock import ONE_DAY, begin_of, day_of, utc_now
from games.platform.limits.rates import client_address, spend
from games.record.ratings.model import MU
from games.site.events.puzzles.answers import (
    UnknownChoice,
    count,
    judge,
    may_know,
    next_of_streak,
    note,
)
from games.site.events.puzzles.choices import Theme
from games.site.events.puzzles.choosing import (
    MAX_SEEN,
    Wish,
    choose,
    find_puzzle,
    streak_wish,
    themes_of,
    todays_puzzle,
)
from games.site.events.puzzles.collecting import EXACT
from games.site.events.puzzles.models import Puzzle, PuzzleRecord
from games.site.events.puzzles.player_puzzles import record_of
from games.site.events.puzzles.quality import CODE
from games.site.events.puzzles.showing import answer_data, puzzle_data, question
from games.site.shared.pages.front_game import front_first
from games.site.shared.pages.refusals import answers_json
from games.site.shared.pages.shortcuts import page, player_of

THEMES = {
    Theme.STOP: gettext_noop("Stop or roll on"),
    Theme.UPPER: gettext_noop("Upper section"),
    Theme.STRAIGHTS: gettext_noop("Straights"),
    Theme.FULL_HOUSE: gettext_noop("Full house"),
    Theme.ALIKE: gettext_noop("Of a kind"),
    Theme.SACRIFICE: gettext_noop("Give up a box"),
    Theme.BOX: gettext_noop("Which box"),
    Theme.KEEP: gettext_noop("What to keep"),
    Theme.END: gettext_noop("Last boxes"),
}
MAX_RUN = 10_000
"""A visitor's browser counts its own streak; it only decides how hard the next puzzle is."""


# The page's script sends answers, so it needs the cookie although there is no form.
@ensure_csrf_cookie
@require_safe
def puzzles(request: HttpRequest, streak: bool = False) -> HttpResponse:
    """Show a puzzle of a variant (`?variant=`) and theme (`?theme=`), or the streak's puzzle."""
    variant = _variant(request.GET.get("variant") or front_first(request, EXACT)[0].id)
    theme = None if streak else _theme(request.GET.get("theme", ""))
    player = player_of(request)
    record, found = _first(player, variant, theme, streak)
    mode = "streak" if streak else ""
    if found is not None:
        variant = found.variant
    return _table(request, player, record, found, variant=variant, theme=theme, mode=mode)


@ensure_csrf_cookie
@require_safe
def puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Show one puzzle by its code, for links to it, also to players who have answered it."""
    found = find_puzzle(code)
    if found is None:
        return page(request, "puzzles/gone.html", status=404)
    player = player_of(request)
    record = PuzzleRecord(mu=MU) if player is None else record_of(player)
    return _table(request, player, record, found, variant=found.variant, mode="one")


@ensure_csrf_cookie
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    found = todays_puzzle(utc_now())
    player = player_of(request)
    record = PuzzleRecord(mu=MU) if player is None else record_of(player)
    variant = front_first(request, EXACT)[0].id if found is None else found.variant
    return _table(request, player, record, found, variant=variant, mode="today")


def _table(
    request: HttpRequest,
    player: User | None,
    record: PuzzleRecord,
    found: Puzzle | None,
    *,
    variant: str,
    mode: str,
    theme: Theme | None = None,
) -> HttpResponse:
    """Show a puzzle. `mode`: "streak", "today", "one" (a puzzle by its code) or none of these."""
    games = front_first(request, EXACT)
    shown = {
        "sheet": msgspec.to_builtins(sheet(VARIANTS[variant])),
        "variant": variant,
        "theme": "" if theme is None else theme.value,
        "streak": mode == "streak",
        "chosen": mode in ("today", "one"),
        "guest": player is None,
        "most_seen": MAX_SEEN,
        "record": None if player is None else _record_data(record),
        "puzzle": None if found is None else puzzle_data(found),
        "themes": {theme.value: gettext(name) for theme, name in THEMES.items()},
        "variants": {game.id: game.name for game in games},
    }
    now = utc_now()
    answer = page(
        request,
        "puzzles/puzzles.html",
        shown=shown,
        mode=mode,
        question=None if found is None else question(found),
        day=day_of(now),
        ends=begin_of(day_of(now) + ONE_DAY),
        variants=games,
        variant=VARIANTS[variant],
        themes=[(each.value, THEMES[each]) for each in themes_of(variant)],
        theme=theme,
        theme_name="" if theme is None else THEMES[theme],
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _first(
    player: User | None, variant: str, theme: Theme | None, streak: bool
) -> tuple[PuzzleRecord, Puzzle | None]:
    now = utc_now()
    if player is None:
        wish = streak_wish(variant, 0) if streak else Wish(variant, theme, MU)
        return PuzzleRecord(mu=MU), choose(wish, None, (), now)
    if streak:
        return next_of_streak(player, variant, now)
    record = record_of(player)
    return record, choose(Wish(variant, theme, record.mu), player, (), now)


@answers_json
@require_POST
def answer(request: HttpRequest) -> JsonResponse:
    """Judge an answer, and send the next puzzle with the verdict.

    Fields: `puzzle` (its code), `choice` (`keep:556` or `box:choice`), and those of `next_puzzle`.
    """
    player, address = player_of(request), client_address(request)
    spend("puzzle", address if player is None else player.pk)
    asked = find_puzzle(request.POST.get("puzzle", ""))
    if asked is None:
        return _refuse(404, gettext("This puzzle no longer exists."))
    try:
        verdict = judge(asked, request.POST.get("choice", ""))
    except UnknownChoice:
        return _refuse(422, gettext("This is not a choice here."))
    data = answer_data(asked, verdict)
    if player is not None:
        # Before `note` below: this answer tells them the solution.
        streak, rated = _is_streak(request), not may_know(player, address, asked.code)
        counted = count(player, asked, verdict.mine.is_right, streak, utc_now(), rated=rated)
        data |= {"first": counted.first, "change": counted.change}
    note(player, address, asked.code)
    run = _run(request.POST.get("run", "0")) + 1 if verdict.mine.is_right else 0
    return JsonResponse(data | _next(request, player, run, asked.code))


@answers_json
@require_POST
def next_puzzle(request: HttpRequest) -> JsonResponse:
    """Send another puzzle.

    Fields: `variant`, `theme`, `mode` (`streak` or none). Visitors also send `seen`, codes
    separated by commas, and `run`, the length of their streak.
    """
    player = player_of(request)
    spend("puzzle", client_address(request) if player is None else player.pk)
    return JsonResponse(_next(request, player, _run(request.POST.get("run", "0"))))


def _next(request: HttpRequest, player: User | None, run: int, but: str = "") -> dict[str, Any]:
    """Return the next puzzle and the player's record. `run`: the length of a visitor's streak."""
    variant = _variant(request.POST.get("variant", ""))
    theme = _theme(request.POST.get("theme", ""))
    streak, now = _is_streak(request), utc_now()
    if player is None:
        wish = streak_wish(variant, run) if streak else Wish(variant, theme, MU)
        found = choose(wish, None, {but, *_seen(request)}, now)
        return {"next": None if found is None else puzzle_data(found)}
    if streak:
        record, found = next_of_streak(player, variant, now)
    else:
        record = record_of(player)
        found = choose(Wish(variant, theme, record.mu), player, {but, *_seen(request)}, now)
    return {
        "record": _record_data(record),
        "next": None if found is None else puzzle_data(found),
    }


def _record_data(record: PuzzleRecord) -> dict[str, int]:
    return {
        "rating": round(record.mu),
        "tries": record.tries,
        "solved": record.solved,
        "run": record.run,
        "best": record.best_run,
    }


def _is_streak(request: HttpRequest) -> bool:
    return request.POST.get("mode") == "streak"


def _variant(id_: str) -> str:
    """Return the id of a variant with exact values. Raises Http404."""
    if id_ not in EXACT:
        raise Http404("There are no puzzles of such a variant.")
    return id_


def _theme(text: str) -> Theme | None:
    """Return the theme with this name, None for an empty one. Raises Http404."""
    try:
        return Theme(text) if text else None
    except ValueError as error:
        raise Http404("There is no such theme.") from error


def _seen(request: HttpRequest) -> Collection[str]:
    codes = request.POST.get("seen", "").split(",")[:MAX_SEEN]
    return [code for code in codes if CODE.fullmatch(code)]


def _run(text: str) -> int:
    return min(whole(text) or 0, MAX_RUN)


def _refuse(status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)
