"""Pages: set up a second factor, pass it, and passkeys."""

from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.factors import authenticators, passkeys, totp
from games.factors.gate import has_passed, note_passed
from games.factors.models import Passkey, RecoveryCode
from games.limits.rates import LimitedError, spend
from games.pages.shortcuts import me, next_url, page

SITE = "Yacht"


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the second factors of the account, and change them."""
    player = me(request)
    if player.is_guest:
        return redirect("keep")
    if request.method != "POST":
        return _show(request)
    try:
        spend("second-factor", player.pk)
    except LimitedError as limited:
        return _show(request, limited.message, 429)
    doing = request.POST.get("do", "")
    if doing == "pass":
        return _pass(request)
    if not player.check_password(request.POST.get("password", "")):
        return _show(request, gettext("That is not the password."), 422)
    if doing == "confirm":
        return _confirm(request)
    if not _has_shown(request):
        return _show(request, gettext("That is not the code."), 422)
    if doing == "remove":
        authenticators.remove(player)
        messages.success(request, gettext("The app is no longer needed."))
        return redirect("second-factor")
    if doing == "codes":
        note_passed(request)
        return page(request, "factors/codes.html", codes=authenticators.new_codes(player))
    raise Http404


def _has_shown(request: HttpRequest) -> bool:
    return authenticators.use_code(me(request), request.POST.get("code", ""))


def _pass(request: HttpRequest) -> HttpResponse:
    if not _has_shown(request):
        return _show(request, gettext("That is not the code."), 422)
    note_passed(request)
    return redirect(next_url(request, "second-factor"))


def _confirm(request: HttpRequest) -> HttpResponse:
    codes = authenticators.confirm(me(request), request.POST.get("code", "").strip())
    if codes is None:
        return _show(request, gettext("That is not the code."), 422)
    note_passed(request)
    return page(request, "factors/codes.html", codes=codes)


def _show(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    player = me(request)
    app = authenticators.find_app(player)
    context: dict[str, Any] = {}
    if app is None:
        secret = authenticators.begin(player)
        context = {"key": totp.shown_key(secret), "qr": _qr(totp.uri(secret, player.name, SITE))}
    return page(
        request,
        "factors/second_factor.html",
        status,
        app=app,
        problem=problem,
        codes_left=RecoveryCode.objects.filter(player=player).count(),
        passed=has_passed(request),
        passkeys=Passkey.objects.filter(player=player).order_by("pk"),
        passkeys_possible=passkeys.are_possible(request),
        **context,
    )


def _qr(text: str) -> str:
    """Return a picture of a QR code as an address."""
    return segno.make(text, error="m").svg_data_uri(dark="#14293b", light="#ffffff", border=3)


@never_cache
@login_required
@require_POST
def passkey_options(request: HttpRequest) -> JsonResponse:
    """Return the options for a new passkey, as JSON."""
    if me(request).is_guest or not passkeys.are_possible(request):
        raise Http404
    return JsonResponse(passkeys.registration_options(request, me(request)))


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_POST
def passkey_add(request: HttpRequest) -> JsonResponse:
    """Store a new passkey. Asks for the password, too: an open session must not be enough."""
    player = me(request)
    try:
        spend("second-factor", player.pk)
        if not player.check_password(request.POST.get("password", "")):
            return _refused(gettext("That is not the password."), 422)
        passkeys.register(
            request, player, request.POST.get("answer", ""), request.POST.get("name", "")
        )
    except LimitedError as limited:
        return _refused(limited.message, 429)
    except passkeys.PasskeyRefused:
        return _refused(gettext("This passkey does not work here."), 422)
    note_passed(request)
    return JsonResponse({})


@login_required
@sensitive_post_parameters("password")
@require_POST
def passkey_remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Remove a passkey of one's own."""
    player = me(request)
    try:
        spend("second-factor", player.pk)
    except LimitedError as limited:
        return _show(request, limited.message, 429)
    if not player.check_password(request.POST.get("password", "")):
        return _show(request, gettext("That is not the password."), 422)
    Passkey.objects.filter(pk=passkey_id, player=player).delete()
    return redirect("second-factor")


def _refused(message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)
