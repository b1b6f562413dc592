"""Notifications: the browsers that show them, the player's choice, and the links in mail."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.platform.limits.rates import spend
from games.site.account.notifications.choices import (
    confirm_address,
    how_told,
    read_confirm,
    read_stop,
    refuse_mail,
)
from games.site.account.notifications.subscriptions import (
    SubscriptionRefused,
    parse_subscription,
    subscribe_browser,
    unsubscribe_browser,
)
from games.site.shared.pages.refusals import answers_json
from games.site.shared.pages.shortcuts import me, page


@answers_json
@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Notify the player by a browser, which sends its subscription as JSON in a field. Answers
    {"told"}: how news reach the player now.
    """
    player = me(request)
    spend("settings", player.pk)
    try:
        subscription = parse_subscription(request.POST.get("subscription", ""))
    except SubscriptionRefused as refused:
        return _refuse(422, refused.message)
    subscribe_browser(player, subscription, get_language() or "")
    return JsonResponse({"told": how_told(player)})


@answers_json
@login_required
@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Stop notifying the player by this browser. Answers as `subscribe`."""
    player = me(request)
    spend("settings", player.pk)
    unsubscribe_browser(player, request.POST.get("endpoint", ""))
    return JsonResponse({"told": how_told(player)})


def _refuse(status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    # Opening the link shows a button only, because some programs open all links of a mail.
    found = read_confirm(token)
    if found is None:
        return page(request, "notifications/invalid.html", 404)
    player, address = found
    state = "ask"
    if request.method == "POST":
        state = "done" if confirm_address(player, address) else "changed"
    return page(request, "notifications/confirm.html", state=state, address=address)


# Exempt, because mail programs send the form themselves (RFC 8058), without cookies or tokens.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    player = read_stop(token)
    if player is None:
        return page(request, "notifications/invalid.html", 404)
    done = request.method == "POST"
    if done:
        refuse_mail(player)
    return page(request, "notifications/stop_mail.html", done=done)
