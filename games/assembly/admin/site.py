"""The admin site: find players, rooms and games, rename and delete players, end rooms.

Game logs are read-only. The secret of a running game is not shown.
"""

import math
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse

from games.assembly.admin.checked import Checked, ReadOnly
from games.core.engine import CLOCKS, is_long
from games.core.rules import VARIANTS
from games.people.accounts.facts import actor_in_admin
from games.people.authority.answers import objection
from games.people.authority.records import Action
from games.platform.clock import utc_now
from games.platform.language import isolated
from games.record.fairness.models import DiceShare
from games.record.log.batches import Conflict, StoreUnavailable
from games.record.log.loading import newest_public_seq
from games.record.log.models import Game, GameEvent, Scorecard
from games.record.ratings.models import Skill
from games.site.account.factors.gate import ask_for_factor, has_passed
from games.site.account.membership import moderation
from games.site.events.puzzles.models import Puzzle
from games.site.events.tournaments.facts import place_of as place_of_tournament
from games.site.events.tournaments.finishing import end_now
from games.site.events.tournaments.models import Tournament, TournamentSeries
from games.site.events.tournaments.scheduling import title_of
from games.site.study.foresight.evidence import LOOK_AT, STRONG_AT, standard_score
from games.site.study.foresight.models import Foresight
from games.site.study.foresight.storing import VERSION
from games.tables.rooms.facts import place_of as place_of_room
from games.tables.rooms.models import ChatMessage, Room


def sign_in_first(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Redirect staff to our sign-in page, because the admin's does not limit attempts."""
    if request.user.is_authenticated:
        if is_staff(request) and not has_passed(request):
            return ask_for_factor(request)
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", "/admin/"))


def is_staff(request: HttpRequest) -> bool:
    """Whether this is somebody of the staff."""
    return request.user.is_active and request.user.is_staff


def may_enter(request: HttpRequest) -> bool:
    """Whether this is somebody of the staff who has passed a second factor."""
    return is_staff(request) and has_passed(request)


admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.site_header = "Yacht administration: all times are in UTC"
admin.site.login = sign_in_first  # type: ignore[method-assign]
# There are no groups: staff get rights one by one.
admin.site.unregister(Group)


MIN_MINUTES = 5  # of an arena, where nobody is paired in the last three


@admin.register(Room)
class RoomAdmin(ReadOnly):
    """Rooms."""

    list_display = ("code", "variant", "host", "public", "rated", "created_at", "active_at")
    list_filter = ("variant", "public", "rated", "game__status")
    search_fields = ("code", "host__name", "=games__code", "seats__player__name")
    list_select_related = ("host",)
    actions = ("end",)

    @admin.action(description="End: abort the running game and hide the room", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Room]) -> None:
        """End the chosen rooms."""
        actor = actor_in_admin(request.user)
        for room in chosen:
            refusal = objection(actor, Action.END, place_of_room(actor, room))
            if refusal is not None:
                self.message_user(request, f"{room.code}: {refusal}", messages.ERROR)
                continue
            try:
                aborted = moderation.end_room(room)
            except (Conflict, StoreUnavailable):
                text = f"{room.code} could not be ended. Please try again."
                self.message_user(request, text, messages.ERROR)
                continue
            self.log_change(request, room, "ended")
            what = "its game was aborted" if aborted else "no game was running"
            self.message_user(request, f"{room.code} was ended: {what}.")

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Allow ending rooms to those who may change rooms."""
        return request.user.has_perm("games.change_room")


def _open_shares(name: str) -> QuerySet[DiceShare]:
    """Return the open group of games that the field `name` of the outer query names: others may
    still play its dice.
    """
    return DiceShare.objects.filter(code=OuterRef(name), closed=False)


class LogInline(admin.TabularInline):  # type: ignore[type-arg]
    """The public part of the log of a game, read-only. Not more, because staff play, too."""

    model = GameEvent
    fields = readonly_fields = ("seq", "type", "seat", "at", "data", "by")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        """Return the events that are not hidden, by a round or because others may still play the
        dice.
        """
        games = Game.objects.filter(pk=OuterRef("game")).annotate(public=newest_public_seq())
        events = super().get_queryset(request).filter(seq__lte=Subquery(games.values("public")))
        return events.exclude(Exists(_open_shares("game__share")))

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
        """Return the games, each with whether others may still play its dice."""
        games: QuerySet[Game] = super().get_queryset(request)
        return games.annotate(is_open=Exists(_open_shares("share")))

    @admin.display(description="damaged")
    def problem(self, game: Game) -> str | None:
        """What is wrong with its record; only "yes" while that could reveal dice that staff may
        still play.
        """
        return "yes" if game.is_damaged and getattr(game, "is_open", True) else game.fault


@admin.register(Scorecard)
class ScorecardAdmin(ReadOnly):
    """Scorecards."""

    list_display = ("game", "seat", "name", "total", "place", "resigned")
    search_fields = ("name", "game__code")
    list_select_related = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Scorecard]:
        """Return the cards of games, except where others, staff too, may still play the dice."""
        cards: QuerySet[Scorecard] = super().get_queryset(request)
        return cards.exclude(Exists(_open_shares("game__share")))


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


@admin.register(Foresight)
class ForesightAdmin(ReadOnly):
    """Players whose choices fitted coming dice more than chance explains. Only staff see them."""

    list_display = (
        "player",
        "index",
        "a_game",
        "given_up",
        "games",
        "choices",
        "by_chance",
        "peak_by_chance",
        "strong",
    )
    search_fields = ("player__name",)
    list_select_related = ("player",)
    ordering = ("-peak", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Foresight]:
        """Return only the players above the threshold, without the person who looks. The others are
        nobody's business.
        """
        strange = super().get_queryset(request).filter(peak__gte=LOOK_AT, version=VERSION)
        return strange.exclude(player=request.user.pk)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list, and what it does not say."""
        words = {"title": FORESIGHT_TITLE, "subtitle": FORESIGHT_NOTE}
        return super().changelist_view(request, words | (extra_context or {}))

    @admin.display(description="foresight index", ordering="score")
    def index(self, row: Foresight) -> str:
        """The index: standard deviations from what honest players have on average."""
        return f"{standard_score(row.score, row.choices):+.1f}"

    @admin.display(description="surplus a game")
    def a_game(self, row: Foresight) -> str:
        """The mean surplus in points, and its standard error."""
        return f"{row.surplus / row.games:+.1f} ± {math.sqrt(row.variance) / row.games:.1f}"

    @admin.display(description="given up a game")
    def given_up(self, row: Foresight) -> str:
        """The points that the choices gave up, by the analysis."""
        return f"{row.loss / row.games:.1f}"

    @admin.display(description="now, by chance", ordering="evidence")
    def by_chance(self, row: Foresight) -> str:
        """The largest possible share of honest players with so much evidence at a given time."""
        return _one_in(row.evidence)

    @admin.display(description="ever, by chance", ordering="peak")
    def peak_by_chance(self, row: Foresight) -> str:
        """The largest possible share of honest players who ever reach so much evidence."""
        return _one_in(row.peak)

    @admin.display(boolean=True, ordering="peak")
    def strong(self, row: Foresight) -> bool:
        """Whether at most one honest player in a million ever reaches so much evidence."""
        return row.peak >= STRONG_AT


FORESIGHT_TITLE = "Players whose choices fitted coming dice"
FORESIGHT_NOTE = (
    "A reason to look at their games, never an accusation: among very many players, chance alone "
    "puts some here."
)
MAX_SHOWN_ODDS = 9
"""Odds beyond 1 in 10**9 are not told apart."""


def _one_in(evidence: float) -> str:
    """Return the odds that evidence stands for, such as "1 in 10,000"."""
    if evidence >= MAX_SHOWN_ODDS:
        return f"under 1 in {10**MAX_SHOWN_ODDS:,}"
    return f"1 in {10 ** max(evidence, 0.0):,.0f}"


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
        help_text="How long it lasts. A duplicate event lasts for one game.",
    )

    class Meta:
        model = TournamentSeries
        fields = (
            *("kind", "every", "variant", "clock", "seats", "minutes"),
            *("rated", "dice", "offset", "active"),
        )


@admin.register(TournamentSeries)
class TournamentSeriesAdmin(Checked):
    """The series of tournaments. Changes hold for tournaments that are scheduled later."""

    form = SeriesForm
    list_display = (
        "variant",
        "kind",
        "every",
        "offset",
        "minutes",
        "seats",
        "clock",
        "rated",
        "dice",
        "active",
    )
    list_filter = ("kind", "every", "active")


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
        """The title that players see."""
        return title_of(tournament)

    @admin.action(description="End: pair nobody any more, fix the places", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """End the chosen tournaments, and delete those that have not begun."""
        actor = actor_in_admin(request.user)
        ended = []
        for tournament in chosen.filter(finished_at=None):
            refusal = objection(actor, Action.END, place_of_tournament(actor, tournament))
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
        """Allow ending tournaments to those who may change them."""
        return request.user.has_perm("games.change_tournament")


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
        """Deny editing puzzles."""
        return False

    @admin.display(description="rating", ordering="mu")
    def rating(self, puzzle: Puzzle) -> str:
        """How hard it is, with the standard deviation."""
        return f"{puzzle.mu:.0f} ± {puzzle.sigma:.0f}"


@admin.register(ChatMessage)
class ChatMessageAdmin(Checked):
    """Chat messages. They can be deleted but not edited."""

    list_display = ("room", "name", "text", "at")
    search_fields = ("name", "text", "room__code")
    list_select_related = ("room",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding messages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deny editing messages."""
        return False
