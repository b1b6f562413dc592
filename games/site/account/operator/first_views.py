"""The pages of the link to an empty site: an account, a second factor, and then the questions."""

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.people.accounts.players import create_account
from games.platform.limits.rates import client_address, spend
from games.platform.site_settings.current import site_name
from games.site.account.factors import authenticators, new_app
from games.site.account.factors.changes import change
from games.site.account.factors.gate import has_just_shown
from games.site.account.membership.forms import AccountForm, PasswordCheckedForm
from games.site.account.membership.renaming import rename_guests_like
from games.site.account.membership.signing_in import remember
from games.site.account.membership.views.account import check_current
from games.site.account.operator import first_link
from games.site.account.operator.first_link import LinkGone
from games.site.account.operator.questions import FIRST
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import me, page, player_of, sign_in_as

BEGIN = "operator/begin.html"
ACCOUNT = "operator/account.html"
APP = "operator/app.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the link, which only a form opens: programs that look at links use nothing up."""
    spend("first-link", client_address(request))
    if first_link.is_held(request):
        return redirect("first-account")
    if not first_link.fits(token):
        raise Http404
    if _is_guest(request):
        return page(request, BEGIN, 409, guest=True)
    if request.method != "POST":
        return page(request, BEGIN)
    if not first_link.claim(request, token):
        raise Http404
    return redirect("first-account")


def _is_guest(request: HttpRequest) -> bool:
    """Whether somebody plays here without an account: they must not become staff by accident."""
    player = player_of(request)
    return player is not None and player.is_guest


@never_cache
@sensitive_post_parameters("password", "current", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Make an account, or take the one that is signed in; then its second factor; then staff."""
    if not first_link.is_held(request):
        raise Http404
    if _is_guest(request):
        return page(request, BEGIN, 409, guest=True)
    try:
        if player_of(request) is None:
            return _new_account(request)
        if request.POST.get("do") == "confirm":
            return _confirm(request)
        return _own_account(request)
    except LinkGone as gone:
        raise Http404 from gone


def _new_account(request: HttpRequest) -> HttpResponse:
    form = AccountForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _signed_up(request, form)
            except REFUSALS as refused:
                status = show_in(form, refused)
    return page(request, ACCOUNT, status, form=form, back=reverse("first-account"))


def _signed_up(request: HttpRequest, form: AccountForm) -> HttpResponse:
    # The rules about who may sign up do not hold for the person who has the console.
    spend("account", client_address(request))
    data = form.cleaned_data
    made = create_account(data["name"], data["password"], data["email"])
    rename_guests_like(made)
    sign_in_as(request, made)
    new_app.begin(request)
    response = redirect("first-account")
    remember(request, response, made)
    return response


def _own_account(request: HttpRequest) -> HttpResponse:
    """Ask for the password of the account that is signed in. If it has a factor, that is enough."""
    player = me(request)
    has_factor = authenticators.has_factor(player)
    if not has_factor and request.method != "POST" and new_app.find(request) is not None:
        return _show_app(request)
    form = PasswordCheckedForm(player, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = check_current(request, form)
        if status == 200 and not has_factor:
            new_app.begin(request)
            return redirect("first-account")
        if status == 200 and not has_just_shown(request):
            return redirect(f"{reverse('second-factor')}?next={reverse('first-account')}")
        if status == 200:
            with first_link.making_operator(request, player):
                pass
            return redirect("site-settings", FIRST)
    return page(request, "operator/password.html", status, form=form, has_factor=has_factor)


def _show_app(request: HttpRequest, status: int = 200, problem: str = "") -> HttpResponse:
    secret = new_app.find(request)
    assert secret is not None
    uri = authenticators.uri(secret, me(request).name, site_name())
    return page(
        request,
        APP,
        status,
        problem=problem,
        key=authenticators.shown_key(secret),
        qr=segno.make(uri, error="m").svg_data_uri(dark="#14293b", light="#ffffff", border=3),
        code=request.POST.get("code", ""),
    )


def _confirm(request: HttpRequest) -> HttpResponse:
    """Let the new app count, and make the account the operator's, together."""
    spend("second-factor", me(request).pk)
    secret = new_app.find(request)
    if secret is None or authenticators.has_factor(me(request)):
        return redirect("first-account")
    player = me(request)
    code = "".join(request.POST.get("code", "").split())
    try:
        with first_link.making_operator(request, player), change(request) as changed:
            codes = authenticators.set_app(changed, secret, code)
            if codes is None:
                raise _WrongCode
    except _WrongCode:
        return _show_app(request, 422, authenticators.wrong_code().message)
    new_app.end(request)
    return page(request, "operator/codes.html", codes=codes, first=FIRST)


class _WrongCode(Exception):
    """The app shows another code."""
