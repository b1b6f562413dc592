"""How to play: the first game, a turn and questions, each variant with pictures, and single boxes
for a table.
"""

from datetime import timedelta
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games.core.rules import VARIANTS, RulesError, Variant, find_variant
from games.people.conduct.leavers import FIRST_PAUSE
from games.platform.limits.rates import client_address, spend
from games.record.ratings.model import MIN_TURNS
from games.site.shared.pages.front_game import front_first, front_game
from games.site.shared.pages.shortcuts import LESSON, nameless_guest, page, player_of
from games.site.study.learning.boxes import BoxLesson, Example, box_lessons, further_lesson
from games.site.study.learning.first_game import open_first_game
from games.site.study.learning.lessons import bonus_picture, turn_pictures
from games.tables.rooms.permissions import AWAY_S
from games.tables.rooms.words import hint_words


@require_http_methods(["GET", "HEAD", "POST"])
def first_game(request: HttpRequest) -> HttpResponse:
    """Seat the visitor with Pip in a game of `variant`, or redirect to one that is not over.
    Visitors become guests, with a name that they can change later. A GET leads to the home page.
    """
    if request.method != "POST":
        return redirect("home")
    variant = VARIANTS.get(request.POST.get("variant", "")) or front_game(request)
    before = request.session.get(LESSON, "")
    spend("room-address", client_address(request))
    player = player_of(request) or nameless_guest(request)
    spend("room", player.pk)
    code = open_first_game(player, variant, before)
    request.session[LESSON] = code
    return redirect("room", code)


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show what there is to learn: the puzzle of the day, a first game, and boxes in pictures."""
    front = front_game(request)
    return page(request, "learning/learn.html", front=front, boxes=_best_boxes(front))


SHOWN_BOXES = 3
"""On the page about learning, to show what boxes are."""
PART_OF_A_PAGE = "text/html;part=boxes"
"""What the script of a table accepts: static/js/learning/box-rule.js."""


class ExampleText(NamedTuple):
    """An example as the page shows it, with its note in the reader's language."""

    example: Example
    note: str


class BoxText(NamedTuple):
    """A lesson as the page shows it, with all texts in the reader's language."""

    lesson: BoxLesson
    name: str
    rule: str
    more: str
    examples: list[ExampleText]


@require_safe
def help_(request: HttpRequest) -> HttpResponse:
    return redirect("rules", permanent=True, preserve_request=True)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show a turn in pictures, all variants, and the answers to common questions."""
    return page(
        request,
        "learning/rules.html",
        variants=front_first(request),
        turn=turn_pictures(front_game(request)),
        away_seconds=round(AWAY_S),
        min_turns=MIN_TURNS,
        first_pause=FIRST_PAUSE // timedelta(minutes=1),
    )


@require_safe
def rules_of(request: HttpRequest, variant: str) -> HttpResponse:
    found = _find(request, variant)
    lessons, turn = lesson_texts(found), turn_pictures(found)
    return page(
        request,
        "learning/rules_of.html",
        variants=front_first(request),
        variant=_facts_of(found),
        turn=turn,
        columns=[(times, times * turn.boxes[0][1]) for times in found.columns],
        upper=[text for text in lessons if text.lesson.category.face is not None],
        lower=[text for text in lessons if text.lesson.category.face is None],
        bonus=bonus_picture(found),
        further=further_lesson(found),
    )


@require_safe
def boxes(request: HttpRequest, variant: str) -> HttpResponse:
    """Return the lessons of all boxes, for the script of a table. `?joker=free`: its switches."""
    # The lessons are a part of a page, so everybody but that script is sent to the whole one.
    found = _find(request, variant)
    if request.headers.get("Accept") == PART_OF_A_PAGE:
        answer = page(request, "learning/boxes.html", lessons=lesson_texts(found))
    else:
        answer = redirect("rules-of", variant, permanent=True, preserve_request=True)
    patch_vary_headers(answer, ["Accept"])
    return answer


def _find(request: HttpRequest, variant: str) -> Variant:
    """Return the variant with the switches of the query. Raises Http404."""
    known = VARIANTS[variant].switch_choices if variant in VARIANTS else ()
    switches = {name: request.GET[name] for name in known if name in request.GET}
    try:
        return find_variant(variant, **switches)
    except RulesError as error:
        raise Http404("There is no such variant.") from error


def lesson_texts(variant: Variant) -> list[BoxText]:
    return [_text(lesson) for lesson in box_lessons(variant)]


def _best_boxes(variant: Variant) -> list[BoxText]:
    """Return the lessons of the boxes that score most, the best first, of each score the first."""
    lower = [text for text in lesson_texts(variant) if text.lesson.category.face is None]
    by_points = {text.lesson.examples[0].points: text for text in reversed(lower)}
    return [by_points[points] for points in sorted(by_points, reverse=True)[:SHOWN_BOXES]]


def _text(lesson: BoxLesson) -> BoxText:
    names = ("yahtzee", "fives")
    words = {
        name: gettext(str(value)) if name in names else value
        for name, value in lesson.words.items()
    }
    return BoxText(
        lesson,
        gettext(lesson.category.name),
        hint_words(lesson.category.hint),
        gettext(lesson.more) % words if lesson.more else "",
        [ExampleText(each, gettext(each.note) % words) for each in lesson.examples],
    )


def _facts_of(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "name": variant.name,
        "tagline": variant.tagline,
        "minutes": variant.minutes,
        "rounds": variant.rounds,
        "columns": variant.columns if len(variant.columns) > 1 else (),
        "switches": list(variant.switch_choices.values()),
        "highest": variant.highest,
    }
