"""Cards in the admin: read-only, without dice, seeds and points, because staff play, too."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.platform.admin.checked import ReadOnly
from games.site.events.cards.models import Card


@admin.register(Card)
class CardAdmin(ReadOnly):
    """Cards: who made them, and how many have played."""

    list_display = (
        "code",
        "sender",
        "variant",
        "created_at",
        "closes_at",
        "ended_at",
        "revealed_at",
        "unreadable",
        "players",
    )
    list_filter = ("unreadable",)
    list_select_related = ("sender",)
    search_fields = ("=code", "=sender__name")
    ordering = ("-pk",)
    show_full_result_count = False
    exclude = ("salt", "text", "seal", "perfect")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Card]:
        cards: QuerySet[Card] = super().get_queryset(request)
        return cards.annotate(begun=Count("entries"))

    @admin.display(description="players")
    def players(self, card: Card) -> int:
        """How many have begun."""
        found: int = getattr(card, "begun", 0)
        return found
