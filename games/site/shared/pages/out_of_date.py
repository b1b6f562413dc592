"""What is answered to a form whose CSRF token is old: somebody signed in or out since."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.core.protocol.errors import ErrorCode
from games.people.accounts.folding import fold
from games.site.shared.pages.refusals import Answer, as_json, fields_to_send, wants_json
from games.site.shared.pages.sent_forms import answered_before, give
from games.site.shared.pages.shortcuts import next_url, page, player_of

SECRET = frozenset(
    [
        *("password", "parent", "current", "new", "new_password1", "new_password2", "code", "mail"),
        # Of a circle's news: who knows it can post there.
        "address",
    ]
)
"""The fields that no page shows again. Views mark them, too, but none is called here."""
SIGNING_IN = ("sign-in", "sign-up")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that Django refuses. Nothing of it is done, but what was done already is shown:
    a form that was sent twice, or that signs in somebody who is signed in.
    """
    answered = answered_before(request)
    if answered is not None:
        return give(request, answered)
    if _is_signed_in(request):
        return redirect(next_url(request, "home"))
    if wants_json(request):
        return as_json(Answer(403, ErrorCode.FORBIDDEN, _words(request)))
    return page(request, "403_csrf.html", 403, again=_typed(request))


def _words(request: HttpRequest) -> str:
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        return render_to_string("shared/no_cookies.html")
    return gettext("You signed in or out in another tab. Reload the page and try again.")


def _is_signed_in(request: HttpRequest) -> bool:
    """Whether the form asks for what has happened in another tab."""
    route = request.resolver_match.url_name if request.resolver_match else None
    player = player_of(request)
    name = request.POST.get("name", "")
    return route in SIGNING_IN and player is not None and fold(name) == fold(player.name)


def _typed(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields to send once more; None if they are secret, or maybe not the visitor's."""
    # Another site could fill in a form and wait for a tap on the button. Browsers say where a form
    # comes from.
    # Not `urlsplit`: it raises ValueError for some texts.
    is_ours = request.headers.get("Origin", "").partition("://")[2] == request.get_host()
    is_secret = any(name in SECRET or "password" in name for name in request.POST)
    return None if is_secret or not is_ours else fields_to_send(request)
