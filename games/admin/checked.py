"""The base of the admin's pages: they answer only the questions that their lists are for."""

import re
from typing import Any

from django.contrib import admin
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

ROW_ID = re.compile(r"[0-9]{1,18}")
ASKED_BY_FILTERS = ("exact", "isnull", "in", "gte", "lt")


class Checked(admin.ModelAdmin):  # type: ignore[type-arg]
    """Refuses lookups of fields that a list does not filter by, and actions on impossible rows."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the list's own filters: other lookups could reveal what it does not show."""
        field, _, how = lookup.rpartition("__")
        for listed in self.get_list_filter(request):
            if isinstance(listed, str):
                if lookup == listed or (field == listed and how in ASKED_BY_FILTERS):
                    return True
            elif isinstance(listed, tuple) and (field, how) == (listed[0], "isempty"):
                return True  # a field with an EmptyFieldListFilter: only whether there is anything
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list, or run an action. Raises BadRequest."""
        if not all(map(ROW_ID.fullmatch, request.POST.getlist("_selected_action"))):
            raise BadRequest("This is not the id of a row.")
        return super().changelist_view(request, extra_context)


class ReadOnly(Checked):
    """Rows that can only be viewed. Other code writes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deny changing rows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deny deleting rows."""
        return False
