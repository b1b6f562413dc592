"""Who may enter the admin: staff who have shown a second factor."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from games.site.account.factors.gate import ask_for_factor, has_passed


def sign_in_first(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    # The admin's own page for signing in does not limit attempts.
    if request.user.is_authenticated:
        if is_staff(request) and not has_passed(request):
            return ask_for_factor(request, request.GET.get("next", "/admin/"))
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", "/admin/"))


def is_staff(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_staff


def may_enter(request: HttpRequest) -> bool:
    return is_staff(request) and has_passed(request)


admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.login = sign_in_first  # type: ignore[method-assign]
