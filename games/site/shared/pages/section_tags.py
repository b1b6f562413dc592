"""The sections of the site and the pages that belong to them, and template tags that say where a
page belongs: the header's links, and those of its subject.
"""

from typing import Any, NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.people.accounts.site_rules import allows_strangers


class Section(NamedTuple):
    """A link of the header. `route`: its page's name in the URLs; `pages`: of the others in it."""

    name: Promise | str
    icon: str
    route: str
    pages: frozenset[str]

    def is_current(self, route: str) -> bool:
        return route == self.route or route in self.pages


SECTIONS = (
    Section(
        gettext_lazy("Play"),
        "yacht",
        "home",
        frozenset(
            {
                *("new-room", "device", "claim-seat", "room", "screen", "house-rules-editor"),
                *(
                    "offline-games",
                    "scorecard",
                    "kept-game",
                    "kept-game-circle",
                    "cards",
                    "new-card",
                    "card",
                ),
                *("new-appointment", "appointment", "change-appointment"),
            }
        ),
    ),
    Section(
        gettext_lazy("Today"),
        "flame",
        "daily",
        frozenset({"daily-play", "daily-results", "puzzle-today", "same-dice"}),
    ),
    Section(
        gettext_lazy("Learn"),
        "help",
        "learn",
        frozenset(
            {
                *("rules", "rules-of", "house-rules", "strength", "strength-of"),
                *("puzzles", "puzzle", "puzzle-streak"),
                *("analysis", "analysis-of", "analysis-position", "practice"),
            }
        ),
    ),
    Section(
        gettext_lazy("Community"),
        "crown",
        "community",
        frozenset(
            {
                *("leaderboards", "leaderboard", "tournaments", "tournament", "new-tournament"),
                *("bots", "bots-of", "profile", "profile-games"),
                *("circles", "new-circle", "circle", "circle-members", "circle-settings"),
                *("circle-news", "circle-season-now", "circle-season", "circle-evenings"),
                *("circle-records", "circle-with", "join-circle"),
            }
        ),
    ),
)


class Subject(NamedTuple):
    """A subject with several pages, which lead to each other. `pages`: names and routes."""

    name: Promise | str
    pages: tuple[tuple[Promise | str, str], ...]


SUBJECTS = (
    Subject(
        gettext_lazy("Fair dice"),
        (
            (gettext_lazy("Was I unlucky?"), "fair"),
            (gettext_lazy("All dice"), "dice"),
            (gettext_lazy("Public log"), "fair-log"),
        ),
    ),
)


register = template.Library()


class SectionLink(NamedTuple):
    """A link of the header. `current`: the value of aria-current, "" elsewhere."""

    name: Promise | str
    icon: str
    route: str
    current: str


def route_of(context: dict[str, Any]) -> str:
    """The name of the page in the URLs; "" for none, also for the page that says there is none."""
    if "request_path" in context:  # given to 404.html
        return ""
    match = getattr(context.get("request"), "resolver_match", None)
    return getattr(match, "url_name", None) or ""


@register.simple_tag(takes_context=True)
def sections(context: dict[str, Any]) -> list[SectionLink]:
    route = route_of(context)
    return [
        SectionLink(
            section.name,
            section.icon,
            section.route,
            "page" if section.route == route else "true" if section.is_current(route) else "",
        )
        for section in SECTIONS
    ]


@register.simple_tag(takes_context=True)
def is_for_strangers(context: dict[str, Any]) -> bool:
    """Whether programmers may come by: not on a family's site, nor while the family lock is on."""
    return allows_strangers() and not getattr(context.get("user"), "locked", False)


@register.inclusion_tag("shared/subject.html", takes_context=True)
def subject(context: dict[str, Any]) -> dict[str, Any]:
    route = route_of(context)
    found = [each for each in SUBJECTS if route in {page for _, page in each.pages}]
    return {
        "subject": found[0] if found else None,
        "here": route,
        "request": context.get("request"),
    }
