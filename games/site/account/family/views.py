"""The page of the family lock."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.core.numbers import whole
from games.people.conduct.models import FamilyMember
from games.people.family import device
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.account.factors import owner
from games.site.account.family.locking import remove_member, set_lock
from games.site.shared.pages.shortcuts import me, page, player_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def family(request: HttpRequest) -> HttpResponse:
    """Show the lock, and turn it on: for the account, or with a code for this device."""
    if request.method != "POST":
        return _show(request)
    player = player_of(request)
    if "code" not in request.POST:
        if player is None or player.is_guest:
            return _show(request, gettext("Only accounts have this lock."), 422)
        set_lock(player, True)
        messages.success(request, gettext("The family lock is on."))
        return redirect("family")
    code = request.POST["code"].strip()
    if device.is_locked(request.COOKIES):
        return redirect("family")
    if not device.MIN_CODE <= len(code) <= device.MAX_CODE:
        return _show(request, gettext("A code has 4 to 20 characters."), 422)
    messages.success(request, gettext("The family lock is on."))
    response = redirect("family")
    device.lock(response, code)
    return response


@never_cache
@sensitive_post_parameters("password", "code")
@require_POST
def unlock(request: HttpRequest) -> HttpResponse:
    """Turn the lock off: with the account's password, or with the code of the device."""
    player = player_of(request)
    try:
        _count_try(request)
    except LimitedError as limited:
        return _show(request, limited.message, 429)
    response = redirect("family")
    if "code" in request.POST:
        if not device.is_code(request.COOKIES, request.POST["code"].strip()):
            return _show(request, gettext("That is not the code."), 422)
        device.unlock(response)
    else:
        if player is None:
            return _show(request, gettext("That is not the password."), 422)
        if not owner.is_owner(request, request.POST.get("password", "")):
            return _show(request, owner.refusal(player), 422)
        set_lock(player, False)
    messages.success(request, gettext("The family lock is off."))
    return response


def _count_try(request: HttpRequest) -> None:
    """Count a try. Raises LimitedError."""
    # Codes count by the address and by the lock itself, not by the guest: each browser can become
    # any number of them. Passwords count in their session, so that a locked child does not use up
    # the tries of a parent elsewhere.
    if "code" in request.POST:
        spend("family-address", client_address(request))
        spend("family", device.lock_of(request.COOKIES) or client_address(request))
    else:
        spend("family", request.session.session_key or client_address(request))


@require_POST
def member(request: HttpRequest) -> HttpResponse:
    """Take somebody out of the family."""
    chosen = whole(request.POST.get("member", ""))
    if request.user.is_authenticated and chosen is not None:
        remove_member(me(request), chosen)
    return redirect("family")


def _show(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request)
    members = FamilyMember.objects.filter(owner=player).select_related("member") if player else []
    return page(
        request,
        "family/family.html",
        status,
        problem=problem,
        members=members,
        by_account=player is not None and player.locked,
        by_code=device.is_locked(request.COOKIES),
        has_account=player is not None and not player.is_guest,
    )
