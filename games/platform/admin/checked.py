"""The base of the admin's pages: they answer only the questions that their lists are for."""

import json
import re
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

ROW_ID = re.compile(r"[0-9]{1,18}")
ASKED_BY_FILTERS = ("exact", "isnull", "in", "gte", "lt")


class Checked(admin.ModelAdmin):  # type: ignore[type-arg]
    """Refuses lookups of fields that a list does not filter by, and actions on impossible rows."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Only the list's own filters are allowed: other lookups could reveal what it does not show.
        field, _, how = lookup.rpartition("__")
        for listed in self.get_list_filter(request):
            if isinstance(listed, str):
                if lookup == listed or (field == listed and how in ASKED_BY_FILTERS):
                    return True
            elif isinstance(listed, tuple) and (field, how) == (listed[0], "isempty"):
                return True  # a field with an EmptyFieldListFilter: only whether there is anything
        return False

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Note in the history that somebody has added a row, without names."""
        return self._note([obj], request, ADDITION, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Note in the history that somebody has changed a row, without names."""
        return self._note([obj], request, CHANGE, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Note in the history that somebody has deleted rows, without names."""
        return self._note(list(queryset), request, DELETION, "")

    def _note(self, rows: list[Any], request: HttpRequest, flag: int, message: Any) -> Any:
        assert request.user.pk is not None
        text = json.dumps(message) if isinstance(message, list) else message
        entries = [
            LogEntry(
                user_id=request.user.pk,
                content_type=ContentType.objects.get_for_model(row, for_concrete_model=False),
                object_id=row.pk,
                # The history outlives the people whom it is about: a number is enough.
                object_repr=f"{row._meta.verbose_name} {row.pk}",
                action_flag=flag,
                change_message=text,
            )
            for row in rows
        ]
        return LogEntry.objects.bulk_create(entries)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list, or run an action. Raises BadRequest."""
        if not all(map(ROW_ID.fullmatch, request.POST.getlist("_selected_action"))):
            raise BadRequest("This is not the id of a row.")
        return super().changelist_view(request, extra_context)


class ReadOnly(Checked):
    """Rows that can only be viewed. Other code writes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
