"""The second step of signing in: the code of the app, or a passkey alone."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import User
from games.factors import authenticators, passkeys, pending
from games.factors.gate import note_passed
from games.factors.models import Passkey
from games.limits.rates import LimitedError, client_address, spend
from games.membership.signing_in import complete
from games.pages.shortcuts import next_url, page, player_of
from games.rooms.player_changes import StillPlaying


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, after the password was right."""
    found = pending.find(request)
    if found is None:
        return redirect("sign-in")
    problem, status = "", 200
    if request.method == "POST":
        try:
            spend("second-factor-address", client_address(request))
            spend("second-factor", found.player.pk)
            if authenticators.use_code(found.player, request.POST.get("code", "")):
                return _finish(request, found.player, found.wanted)
            problem, status = gettext("That is not the code."), 422
        except LimitedError as limited:
            problem, status = limited.message, 429
        except StillPlaying:
            problem, status = gettext("Finish your game first."), 422
    has_passkey = Passkey.objects.filter(player=found.player).exists()
    return page(
        request,
        "factors/sign_in_code.html",
        status,
        problem=problem,
        passkeys_possible=has_passkey and passkeys.are_possible(request),
    )


def _finish(request: HttpRequest, player: User, wanted: str) -> HttpResponse:
    pending.end(request)
    response = complete(request, player_of(request), player, wanted)
    note_passed(request)
    return response


@never_cache
@require_POST
def passkey_options(request: HttpRequest) -> JsonResponse:
    """Return the options for signing in with a passkey, as JSON."""
    if not passkeys.are_possible(request):
        raise Http404
    return JsonResponse(passkeys.sign_in_options(request))


@never_cache
@require_POST
def passkey(request: HttpRequest) -> JsonResponse:
    """Sign in with a passkey. Answers {"next"}."""
    try:
        spend("sign-in-address", client_address(request))
        player = passkeys.find_player(request, request.POST.get("answer", ""))
        response = _finish(request, player, next_url(request, "home"))
    except LimitedError as limited:
        return _refused(limited.message, 429)
    except passkeys.PasskeyRefused:
        return _refused(gettext("This passkey does not work here."), 422)
    except StillPlaying:
        return _refused(gettext("Finish your game first."), 422)
    answer = JsonResponse({"next": response["Location"]})
    answer.cookies.update(response.cookies)
    return answer


def _refused(message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)
