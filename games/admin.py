"""The admin: look at players, rooms and games. A game's log and its secret cannot be changed here,
and the secret cannot be seen.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from games.models import ChatMessage, Game, Room, Scorecard, User


def sign_in_first(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Send staff to our own sign-in page, which counts the tries; the admin's own does not."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", "/admin/"))


admin.site.login = sign_in_first  # type: ignore[method-assign]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that may be looked at and nothing else: other code alone writes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds a row here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes a row here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes a row here."""
        return False


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Players: name, address, and whether they may sign in."""

    list_display = ("name", "username", "is_guest", "is_active", "is_staff", "seen_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "username", "email")
    ordering = ("-pk",)
    fieldsets = (
        (None, {"fields": ("username", "name", "password", "email", "is_guest")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined", "seen_at")}),
    )
    readonly_fields = ("is_guest", "last_login", "date_joined", "seen_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players make their accounts themselves, staff by `manage.py createsuperuser`."""
        return False


@admin.register(Room)
class RoomAdmin(ReadOnly):
    """Rooms."""

    list_display = ("code", "variant", "host", "public", "created_at", "active_at")
    list_filter = ("variant", "public")
    search_fields = ("code",)
    list_select_related = ("host",)


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games."""

    list_display = ("code", "variant", "status", "seq", "created_at", "finished_at")
    list_filter = ("variant", "status")
    search_fields = ("code",)


@admin.register(Scorecard)
class ScorecardAdmin(ReadOnly):
    """Scorecards."""

    list_display = ("game", "seat", "name", "total", "place", "resigned")
    search_fields = ("name", "game__code")
    list_select_related = ("game",)


@admin.register(ChatMessage)
class ChatMessageAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Chat: lines may be deleted, not rewritten."""

    list_display = ("room", "name", "text", "at")
    search_fields = ("name", "text", "room__code")
    list_select_related = ("room",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody speaks here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody puts words into another's mouth."""
        return False
