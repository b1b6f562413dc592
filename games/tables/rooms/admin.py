"""What people wrote at tables, in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.platform.admin.checked import Checked
from games.tables.rooms.models import ChatMessage


@admin.register(ChatMessage)
class ChatMessageAdmin(Checked):
    """Chat messages. They can be deleted but not edited."""

    list_display = ("room", "name", "text", "at")
    search_fields = ("name", "text", "room__code")
    list_select_related = ("room",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
