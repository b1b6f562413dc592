"""Players in the admin. Their accounts are closed and opened at the desk only."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.people.accounts.facts import SOME_PLAYER, actor_in_admin, facts_of
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, check_free, clean_name
from games.people.authority.answers import may
from games.people.authority.records import Action
from games.platform.admin.checked import Checked
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.renaming import rename_player


class PlayerForm(UserChangeForm):  # type: ignore[type-arg]
    """Checks a new name by the rules that apply to players."""

    def clean_name(self) -> str:
        """Return the cleaned name. Raises ValidationError."""
        if self.cleaned_data["name"] == self.initial["name"]:
            # It may be older than today's rules.
            return str(self.initial["name"])
        try:
            name = clean_name(self.cleaned_data["name"])
            check_free(name, but=self.instance)
        except NameRefused as refused:
            raise forms.ValidationError(str(refused)) from refused
        return name


FOR_SUPERUSERS = ("is_staff", "is_superuser", "user_permissions", "email")
"""Anyone who may change rights can give themselves all of them. Anyone who may change a mail
address can have a new password sent there.
"""


@admin.register(User)
class PlayerAdmin(Checked, UserAdmin):  # type: ignore[type-arg]
    """Players: name, email, and whether they may sign in."""

    form = PlayerForm
    list_display = ("name", "username", "is_guest", "is_active", "is_staff", "seen_at")
    list_filter = ("is_guest", "is_bot", "is_active", "is_staff")
    search_fields = ("name", "username", "email")
    ordering = ("-pk",)
    fieldsets = (
        (None, {"fields": ("username", "name", "password", "email", "is_guest")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        ("Rated games", {"fields": ("leaves",)}),
        ("Dates", {"fields": ("last_login", "date_joined", "seen_at")}),
    )
    # The desk closes and opens accounts.
    readonly_fields = (
        "username",
        "is_guest",
        "is_active",
        "last_login",
        "date_joined",
        "seen_at",
        "leaves",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding: players sign up, and `manage.py createsuperuser` creates staff."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether this person may change the player (None: some player)."""
        return _may(request, Action.CHANGE, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether this person may delete the player (None: some player)."""
        return _may(request, Action.DELETE, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if _may(request, Action.TRUST, obj) else (*fields, *FOR_SUPERUSERS)

    def user_change_password(self, request: HttpRequest, *place: Any, **names: Any) -> HttpResponse:
        """Let only superusers set a password: with it, one can sign in as anybody."""
        if not _may(request, Action.TRUST, None):
            raise PermissionDenied
        return super().user_change_password(request, *place, **names)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: Any) -> None:
        """Save, and apply a new name everywhere."""
        super().save_model(request, obj, form, change)
        if "name" in form.changed_data:
            rename_player(obj, obj.name)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what the page before a deletion shows. The site's own deletion takes the rest."""
        players = list(objs)
        allowed = all(_may(request, Action.DELETE, player) for player in players)
        refused = set() if allowed else {"accounts of the staff, or their own"}
        return [str(player) for player in players], {"players": len(players)}, refused, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete what the site knows of the player, as if they had asked for it."""
        delete_player(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete what the site knows of these players, as if they had asked for it."""
        for player in queryset.order_by("pk"):
            delete_player(player)


def _may(request: HttpRequest, action: Action, player: User | None) -> bool:
    """Whether somebody in the admin may do this to the player; None: to a player who is nobody
    special.
    """
    actor = actor_in_admin(request.user)
    return may(actor, action, SOME_PLAYER if player is None else facts_of(actor, player))
