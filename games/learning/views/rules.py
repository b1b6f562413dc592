"""The rules: all variants in brief, each variant with pictures, and single boxes for a table."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.learning.boxes import BoxLesson, Example, box_lessons
from games.learning.joker_lesson import further_lesson
from games.learning.turn import bonus_picture, turn_pictures
from games.pages.shortcuts import page
from games.rules import VARIANTS, RulesError, Variant, find_variant


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
def rules(request: HttpRequest) -> HttpResponse:
    """Show a turn in pictures, and what is different in each variant."""
    return page(
        request,
        "learning/rules.html",
        variants=[_facts_of(variant) for variant in VARIANTS.values()],
        turn=turn_pictures(next(iter(VARIANTS.values()))),
    )


@require_safe
def rules_of(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a variant with pictures."""
    found = _find(request, variant)
    lessons, turn = _texts(found), turn_pictures(found)
    return page(
        request,
        "learning/rules_of.html",
        variants=VARIANTS.values(),
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
    """Return the lessons of all boxes, for the script of a table. `?joker=free`: its switches.

    It is a part of a page: a visitor who opens it gets the whole one.
    """
    if request.headers.get("Sec-Fetch-Dest") == "document":
        return redirect("rules-of", variant)
    return page(request, "learning/boxes.html", lessons=_texts(_find(request, variant)))


def _find(request: HttpRequest, variant: str) -> Variant:
    """Return the variant with the switches of the query. Raises Http404."""
    known = VARIANTS[variant].switch_choices if variant in VARIANTS else ()
    switches = {name: request.GET[name] for name in known if name in request.GET}
    try:
        return find_variant(variant, **switches)
    except RulesError as error:
        raise Http404("There is no such variant.") from error


def _texts(variant: Variant) -> list[BoxText]:
    return [_text(lesson) for lesson in box_lessons(variant)]


def _text(lesson: BoxLesson) -> BoxText:
    names = ("yahtzee", "fives")
    words = {
        name: gettext(str(value)) if name in names else value
        for name, value in lesson.words.items()
    }
    return BoxText(
        lesson,
        gettext(lesson.category.name),
        gettext(lesson.rule) % words,
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
        "bonus": variant.upper_bonus,
        "switches": list(variant.switch_choices.values()),
        "highest": variant.highest,
    }
