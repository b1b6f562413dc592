"""Skill in the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.platform.admin.checked import ReadOnly
from games.record.ratings.models import Skill


@admin.register(Skill)
class SkillAdmin(ReadOnly):
    """Skill indexes. Only staff see which ones are marked as suspect."""

    list_display = ("player", "variant", "lost", "decisions", "games", "suspect")
    list_filter = ("suspect", "variant")
    search_fields = ("player__name",)
    list_select_related = ("player",)
    ordering = ("-suspect", "loss")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Skill]:
        """Return the indexes of others: nobody sees whether they are suspect themselves."""
        return super().get_queryset(request).exclude(player=request.user.pk)

    @admin.display(description="lost per decision", ordering="loss")
    def lost(self, skill: Skill) -> str:
        """The index and its standard error."""
        return f"{skill.loss:.3f} ± {skill.error:.3f}"
