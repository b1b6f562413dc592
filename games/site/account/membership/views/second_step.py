"""The second step of signing in: a code, a passkey, or a mail where passkeys do not work; and a
passkey alone.
"""

from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.people.accounts.models import User
from games.people.accounts.site_rules import allows_passwords
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.account.factors import authenticators, gate, passkeys
from games.site.account.factors.gate import note_passed
from games.site.account.membership.mail import send_sign_in_link_later
from games.site.account.membership.signing_in import complete, known_browser
from games.site.account.notifications.choices import choice_of, is_confirmed
from games.site.shared.pages.shortcuts import next_url, page, player_of
from games.tables.rooms.player_changes import StillPlaying


class Ways(NamedTuple):
    """How somebody who knew the password can sign in here."""

    app: bool
    codes: bool
    passkey: bool
    dead_passkey: bool
    """They have passkeys, and none of them works here."""
    mail: bool
    """A link to the confirmed address, for those whose passkeys do not work here."""


def ways_of(request: HttpRequest, player: User) -> Ways:
    """Return the ways of the account at this address of the site."""
    app = authenticators.find_app(player) is not None
    passkey = passkeys.work_here(request, player)
    lost = not passkey and authenticators.has_passkey(player)
    mail = lost and not app and is_confirmed(player, choice_of(player))
    return Ways(app, authenticators.has_codes(player), passkey, lost, mail)


@never_cache
@sensitive_post_parameters("code", "mail")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for a second factor, after the password was right."""
    found = gate.find_sign_in(request)
    if found is None:
        if "mail" in request.GET:
            text = gettext("Type your password in this browser first, then open the link again.")
            messages.error(request, text)
        return redirect("sign-in")
    ways = ways_of(request, found.player)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return _take(request, found, ways)
        except _Wrong as wrong:
            problem, status = str(wrong), 422
        except LimitedError as limited:
            problem, status = limited.message, 429
        except StillPlaying:
            problem, status = gettext("Finish your game first."), 422
    return page(
        request,
        "factors/sign_in_code.html",
        status,
        problem=problem,
        code=request.POST.get("code", ""),
        ways=ways,
        mail=request.GET.get("mail", ""),
        next=found.wanted,
        secure=request.is_secure(),
    )


class _Wrong(Exception):
    """What was sent signs nobody in. The message is in the current language."""


def _take(request: HttpRequest, found: gate.Pending, ways: Ways) -> HttpResponse:
    """Sign in with what was sent, or ask for a mail. Raises _Wrong, LimitedError, StillPlaying."""
    _count_try(request, found.player)
    if ways.mail and request.POST.get("do") == "mail":
        spend("reset-address", found.player.email.casefold())
        send_sign_in_link_later(found.player, gate.mail_word(request))
        messages.info(request, gettext("A mail is on its way. Its link works in this browser."))
        return redirect("sign-in-code")
    word = request.POST.get("mail", "")
    if word:
        if not ways.mail or not gate.is_mail_word(request, word):
            raise _Wrong(gettext("This link has expired. Please ask for another."))
        # A mailbox is no second factor: the desk stays closed, and factors stay as they are.
        return _finish(request, found.player, found.wanted)
    try:
        authenticators.use_code(found.player, request.POST.get("code", ""))
    except authenticators.CodeRefused as refused:
        raise _Wrong(refused.message) from refused
    return _finish(request, found.player, found.wanted, passed=True)


def _count_try(request: HttpRequest, player: User) -> None:
    """Count a code. Raises LimitedError: of a browser that the account knows for its own tries, of
    others for all that they try together.
    """
    browser = known_browser(request, player)
    if browser:
        spend("second-factor-known", browser)
        return
    spend("second-factor-address", client_address(request))
    # A count of its own: a thief of the password cannot use up the settings page of the owner.
    spend("second-factor", f"sign-in|{player.pk}")


def _finish(
    request: HttpRequest, player: User, wanted: str, *, passed: bool = False
) -> HttpResponse:
    response = complete(request, player_of(request), player, wanted)
    gate.end_sign_in(request)
    if passed:
        note_passed(request)
    return response


@never_cache
@require_POST
def passkey_options(request: HttpRequest) -> JsonResponse:
    if not passkeys.are_possible(request):
        raise Http404
    options = passkeys.sign_in_options(request)
    answer = JsonResponse(options)
    passkeys.note_challenge(answer, options)
    return answer


@never_cache
@require_POST
def passkey(request: HttpRequest) -> JsonResponse:
    """Sign in with a passkey. Answers {"next"}."""
    try:
        # Not counted with passwords: who guesses these cannot keep others from their passkeys.
        spend("sign-in-passkey", client_address(request))
        player = passkeys.find_player(request, request.POST.get("answer", ""))
        if not (allows_passwords() or player.is_superuser):
            raise passkeys.PasskeyRefused
        response = _finish(request, player, next_url(request, "home"), passed=True)
    except LimitedError as limited:
        return _refused(limited.message, 429)
    except passkeys.PasskeyRefused:
        return _refused(gettext("This passkey does not work here."), 422)
    except StillPlaying:
        return _refused(gettext("Finish your game first."), 422)
    answer = JsonResponse({"next": response["Location"]})
    answer.cookies.update(response.cookies)
    passkeys.forget_challenge(answer)
    return answer


def _refused(message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)
