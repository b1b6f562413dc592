"""The four sections of the site, the pages that belong to them, and subjects with several pages."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class Section(NamedTuple):
    """A link of the header. `route`: its page's name in the URLs; `pages`: of the others in it."""

    name: Promise | str
    icon: str
    route: str
    pages: frozenset[str]

    def is_current(self, route: str) -> bool:
        """Whether the page with this name belongs to the section."""
        return route == self.route or route in self.pages


SECTIONS = (
    Section(
        gettext_lazy("Play"),
        "yacht",
        "home",
        frozenset(
            {
                *("new-room", "device", "claim-seat", "room", "screen", "house-rules-editor"),
                *("scorecard", "kept-game"),
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
