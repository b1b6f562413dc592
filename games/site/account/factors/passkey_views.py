"""Passkeys of an account: shown, added, removed. Scripts of the settings ask, answers are JSON."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games.platform.limits.rates import LimitedError, spend
from games.site.account.factors import passkeys
from games.site.account.factors.changes import Answer, NotAllowed, answer_for, change
from games.site.account.factors.gate import note_passed
from games.site.account.factors.views import Problem, check_password, problem_of, show
from games.site.shared.pages.shortcuts import me, next_url


@never_cache
@login_required
@require_POST
def passkey_show(request: HttpRequest) -> JsonResponse:
    """Note that the player has shown a passkey of their own. Answers {"next"}."""
    try:
        spend("second-factor", me(request).pk)
        if passkeys.find_player(request, request.POST.get("answer", "")) != me(request):
            raise passkeys.PasskeyRefused
    except LimitedError as limited:
        return _refused(limited.message, 429)
    except passkeys.PasskeyRefused:
        return _refused(gettext("This passkey does not work here."), 422)
    note_passed(request)
    return JsonResponse({"next": next_url(request, "second-factor")})


@never_cache
@login_required
@require_POST
def passkey_options(request: HttpRequest) -> JsonResponse:
    if me(request).is_guest or not passkeys.are_possible(request):
        raise Http404
    answer = answer_for(request)
    if answer != Answer.YES:
        # Said before the browser makes a passkey that nobody would store.
        return _refused(problem_of(NotAllowed(answer)).message, 422)
    return JsonResponse(passkeys.registration_options(request, me(request)))


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_POST
def passkey_add(request: HttpRequest) -> JsonResponse:
    # It asks for the password, too: an open session must not be enough.
    answer, name = request.POST.get("answer", ""), request.POST.get("name", "")
    try:
        spend("second-factor", me(request).pk)
        check_password(request)
        with change(request) as player:
            passkeys.register(request, player, answer, name)
    except LimitedError as limited:
        return _refused(limited.message, 429)
    except Problem as problem:
        return _refused(problem.message, problem.status)
    except NotAllowed as refused:
        return _refused(problem_of(refused).message, 422)
    except passkeys.PasskeyRefused:
        return _refused(gettext("This passkey does not work here."), 422)
    return JsonResponse({})


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_POST
def passkey_remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    try:
        spend("second-factor", me(request).pk)
        check_password(request)
        with change(request) as player:
            passkeys.remove(player, passkey_id)
    except LimitedError as limited:
        return show(request, Problem(limited.message, 429))
    except Problem as problem:
        return show(request, problem)
    except NotAllowed as refused:
        return show(request, problem_of(refused))
    return redirect("second-factor")


def _refused(message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)
