"""Pages: show a second factor, set one up, and change them."""

from collections.abc import Callable
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.people.accounts.facts import works_for_site
from games.people.accounts.models import User
from games.platform.limits.rates import LimitedError, spend
from games.platform.site_settings.current import site_name
from games.site.account.factors import authenticators, links, new_app, owner, passkeys
from games.site.account.factors.changes import Answer, NotAllowed, answer_for, change
from games.site.account.factors.gate import has_just_shown, has_passed, note_passed
from games.site.account.factors.models import Passkey, RecoveryCode
from games.site.shared.pages.shortcuts import me, next_url, page


class Problem(Exception):
    """Nothing was changed. The message, in the current language, tells why."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the second factors of the account, and change them."""
    if me(request).is_guest:
        return redirect("keep")
    if request.method != "POST":
        return show(request)
    do = ACTIONS.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    try:
        spend("second-factor", me(request).pk)
        return do(request)
    except Problem as problem:
        return show(request, problem)
    except NotAllowed as refused:
        return show(request, problem_of(refused))
    except LimitedError as limited:
        return show(request, Problem(limited.message, 429))


def check_password(request: HttpRequest) -> None:
    """Check that the owner sends this, by the password, and note a second factor that came with it.
    Raises Problem if one of them is wrong.
    """
    if not owner.is_owner(request, request.POST.get("password", "")):
        raise Problem(owner.refusal(me(request)))
    if request.POST.get("code", ""):
        _check_code(request)


def _check_code(request: HttpRequest) -> None:
    try:
        authenticators.use_code(me(request), request.POST.get("code", ""))
    except authenticators.CodeRefused as refused:
        raise Problem(refused.message) from refused
    note_passed(request)


def problem_of(refused: NotAllowed) -> Problem:
    """Return what to tell somebody who may not change their factors now."""
    if refused.answer == Answer.ASK_OPERATOR:
        return Problem(gettext("You work for this site: its operator gives you a link for this."))
    return Problem(gettext("Show your second factor first."))


def _pass(request: HttpRequest) -> HttpResponse:
    _check_code(request)
    return redirect(next_url(request, "second-factor"))


def _begin_app(request: HttpRequest) -> HttpResponse:
    """Show the secret of a new app; a new one each time."""
    check_password(request)
    answer = answer_for(request)
    if answer != Answer.YES:
        raise NotAllowed(answer)
    secret = new_app.begin(request)
    uri = authenticators.uri(secret, me(request).name, site_name())
    key, going_to = authenticators.shown_key(secret), _going_to(request)
    return page(request, "factors/new_app.html", key=key, qr=_qr(uri), going_to=going_to)


def _confirm_app(request: HttpRequest) -> HttpResponse:
    secret = new_app.find(request)
    if secret is None:
        raise Problem(gettext("That took too long. Please set the app up again."))
    code = "".join(request.POST.get("code", "").split())
    try:
        with change(request) as player:
            codes = authenticators.set_app(player, secret, code)
            if codes is None:
                raise Problem(authenticators.wrong_code().message)
    except Problem as problem:
        text = problem.message
        shown: dict[str, Any] = {"problem": text, "code": code, "going_to": _going_to(request)}
        return page(request, "factors/new_app.html", problem.status, **shown)
    new_app.end(request)
    return _show_codes(request, codes)


def _remove_app(request: HttpRequest) -> HttpResponse:
    check_password(request)
    with change(request) as player:
        authenticators.remove_app(player)
    messages.success(request, gettext("The app is no longer needed."))
    return redirect("second-factor")


def _new_codes(request: HttpRequest) -> HttpResponse:
    check_password(request)
    if not authenticators.has_factor(me(request)):
        raise Problem(gettext("Set up an app or a passkey first."))
    with change(request) as player:
        codes = authenticators.new_codes(player)
    return _show_codes(request, codes)


def _ask_for_passkey(request: HttpRequest) -> HttpResponse:
    """Ask for a passkey after the password from now on."""
    # Recovery codes come first, so that nobody is locked out when the passkey is lost.
    check_password(request)
    if not passkeys.work_here(request, me(request)):
        raise Problem(gettext("Add a passkey that works here first."))
    with change(request) as player:
        codes = None if authenticators.has_codes(player) else authenticators.new_codes(player)
        passkeys.set_asked(player, True)
    messages.success(request, gettext("Signing in now asks for your passkey, too."))
    return redirect("second-factor") if codes is None else _show_codes(request, codes)


def _ask_no_longer(request: HttpRequest) -> HttpResponse:
    check_password(request)
    with change(request) as player:
        passkeys.set_asked(player, False)
    messages.success(request, gettext("Your password alone signs you in again."))
    return redirect("second-factor")


ACTIONS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "pass": _pass,
    "begin": _begin_app,
    "confirm": _confirm_app,
    "remove": _remove_app,
    "codes": _new_codes,
    "ask": _ask_for_passkey,
    "ask-no-longer": _ask_no_longer,
}


def _show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return page(request, "factors/codes.html", codes=codes, going_to=_going_to(request))


def _going_to(request: HttpRequest) -> str:
    """Return the address of the page that asked for a second factor, "" if none did."""
    here = reverse("second-factor")
    wanted = next_url(request, here)
    return "" if wanted == here else wanted


def show(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """Show the second factors of the account, and what the player may do now."""
    player = me(request)
    answer = answer_for(request)
    again_first = owner.asked_of(request) == "again"
    return page(
        request,
        "factors/second_factor.html",
        200 if problem is None else problem.status,
        app=authenticators.find_app(player),
        problem=problem,
        code="" if problem is None else request.POST.get("code", ""),
        may_change=answer == Answer.YES and not again_first,
        again_first=answer == Answer.YES and again_first,
        ask_operator=answer == Answer.ASK_OPERATOR,
        show_first=authenticators.has_factor(player) and not has_just_shown(request),
        needs_pass=works_for_site(player) and not has_passed(request),
        going_to=_going_to(request),
        staff=works_for_site(player),
        setting_up=new_app.find(request) is not None,
        codes_left=RecoveryCode.objects.filter(player=player).count(),
        has_factor=authenticators.has_factor(player),
        passkeys=Passkey.objects.filter(player=player).order_by("pk"),
        passkeys_possible=passkeys.are_possible(request),
        passkeys_work=passkeys.work_here(request, player),
    )


def _qr(text: str) -> str:
    return segno.make(text, error="m").svg_data_uri(dark="#14293b", light="#ffffff", border=3)


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link of the operator: for one change, no factor needs to be shown."""
    player: User = me(request)
    if not links.fits(player, token):
        return page(request, "factors/link.html", 422, expired=True)
    if request.method != "POST":
        return page(request, "factors/link.html")
    try:
        spend("second-factor", player.pk)
        check_password(request)
    except Problem as problem:
        return page(request, "factors/link.html", problem.status, problem=problem.message)
    except LimitedError as limited:
        return page(request, "factors/link.html", 429, problem=limited.message)
    if not links.use(request, token):
        return page(request, "factors/link.html", 422, expired=True)
    return redirect("second-factor")
