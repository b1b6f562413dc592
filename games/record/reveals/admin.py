"""Games in the admin, with their logs: read-only, and without what nobody may see yet."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from games.platform.admin.checked import ReadOnly
from games.record.log.loading import newest_public_seq
from games.record.log.models import Game, GameEvent, Scorecard
from games.record.reveals.visibility import hidden_from, is_open, seen_by


class LogInline(admin.TabularInline):  # type: ignore[type-arg]
    """The public part of the log of a game, read-only. Not more, because staff play, too."""

    model = GameEvent
    fields = readonly_fields = ("seq", "type", "seat", "at", "data", "by")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        """Return the events that no round hides."""
        games = Game.objects.filter(pk=OuterRef("game")).annotate(public=newest_public_seq())
        return super().get_queryset(request).filter(seq__lte=Subquery(games.values("public")))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deny adding events."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deny changing events."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow reading logs to those who may view games."""
        return request.user.has_perm("games.view_game")


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games and their logs."""

    list_display = ("code", "variant", "status", "rated", "created_at", "finished_at", "problem")
    list_filter = (("fault", admin.EmptyFieldListFilter), "variant", "status", "rated", "verified")
    search_fields = ("code", "=room__code", "scorecards__name")
    # Counting a million rows costs more than the page.
    show_full_result_count = False
    # These can reveal dice that a round or a group hides: five dice can be guessed from a hash.
    exclude = ("head", "fault")
    readonly_fields = ("problem",)
    inlines = (LogInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games that this person may see: staff play, too."""
        return seen_by(super().get_queryset(request), request.user.pk)

    @admin.display(description="damaged")
    def problem(self, game: Game) -> str | None:
        """What is wrong with its record; only "yes" while that could reveal dice that staff may
        still play.
        """
        return "yes" if game.is_damaged and is_open(game) else game.fault


@admin.register(Scorecard)
class ScorecardAdmin(ReadOnly):
    """Scorecards."""

    list_display = ("game", "seat", "name", "total", "place", "resigned")
    search_fields = ("name", "game__code")
    list_select_related = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Scorecard]:
        """Return the cards of the games that this person may see."""
        cards: QuerySet[Scorecard] = super().get_queryset(request)
        return cards.exclude(game__in=hidden_from(request.user.pk))
