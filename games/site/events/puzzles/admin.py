"""Puzzles in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.platform.admin.checked import Checked
from games.site.events.puzzles.models import Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(Checked):
    """Puzzles. They can be deleted but not edited."""

    list_display = (
        "code",
        "variant",
        "theme",
        "position",
        "source",
        "missed",
        "rating",
        "tries",
        "solved",
        "made_at",
    )
    list_filter = ("variant", "theme", "source")
    search_fields = ("=code", "position")
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding puzzles: they are collected."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="rating", ordering="mu")
    def rating(self, puzzle: Puzzle) -> str:
        return f"{puzzle.mu:.0f} ± {puzzle.sigma:.0f}"
