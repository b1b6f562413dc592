"""Tournaments and their series in the admin, and what the table of authority needs to
know of a tournament.
"""

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games.core.engine import CLOCKS, is_long
from games.core.rules import VARIANTS
from games.people.accounts.facts import actor_in_admin
from games.people.authority.answers import objection
from games.people.authority.records import Action, Actor, PlaceFacts
from games.platform.admin.checked import Checked, ReadOnly
from games.platform.clock import utc_now
from games.platform.language import isolated
from games.site.events.tournaments.finishing import end_now
from games.site.events.tournaments.models import Tournament, TournamentKind, TournamentSeries
from games.site.events.tournaments.scheduling import title_of

MIN_MINUTES = 5  # of an arena, where nobody is paired in the last three


def place_of(actor: Actor, tournament: Tournament) -> PlaceFacts:
    plays = tournament.entries.filter(player=actor.id).exists()
    return PlaceFacts(plays=plays, right="change_tournament")


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Settings that tournaments can have."""

    variant = forms.ChoiceField(choices=[(each.id, each.name) for each in VARIANTS.values()])
    clock = forms.TypedChoiceField(
        coerce=int,
        choices=[(each, f"{each} s") for each in CLOCKS if each is not None and not is_long(each)],
        initial=30,
        help_text="For a turn.",
    )
    minutes = forms.IntegerField(
        min_value=MIN_MINUTES,
        initial=45,
        help_text="How long it lasts.",
    )

    class Meta:
        model = TournamentSeries
        fields = (
            *("every", "variant", "clock", "seats", "minutes"),
            *("rated", "dice", "offset", "active"),
        )


@admin.register(TournamentSeries)
class TournamentSeriesAdmin(Checked):
    """The series of tournaments. Changes hold for tournaments that are scheduled later."""

    form = SeriesForm
    list_display = (
        "variant",
        "every",
        "offset",
        "minutes",
        "seats",
        "clock",
        "rated",
        "dice",
        "active",
    )
    list_filter = ("every", "active")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TournamentSeries]:
        # Series of duplicate events are left from earlier releases, and switched off for good.
        return super().get_queryset(request).filter(kind=TournamentKind.ARENA)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments."""

    list_display = ("code", "title", "variant", "host", "starts_at", "ends_at", "finished_at")
    list_filter = ("every", "variant", "rated")
    search_fields = ("code", "name", "host__name")
    list_select_related = ("host",)
    actions = ("end",)

    @admin.display(description="title")
    def title(self, tournament: Tournament) -> str:
        return title_of(tournament)

    @admin.action(description="End: pair nobody any more, fix the places", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """End the chosen tournaments, and delete those that have not begun."""
        actor = actor_in_admin(request.user)
        ended = []
        for tournament in chosen.filter(finished_at=None):
            refusal = objection(actor, Action.END, place_of(actor, tournament))
            if refusal is not None:
                text = f"{isolated(title_of(tournament))}: {refusal}"
                self.message_user(request, text, messages.ERROR)
                continue
            ended.append(tournament)
            self.log_change(request, tournament, "ended")
            end_now(tournament, utc_now())
        names = ", ".join(isolated(title_of(tournament)) for tournament in ended) or "none"
        self.message_user(request, f"Ended: {names}.")

    def has_end_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_tournament")
