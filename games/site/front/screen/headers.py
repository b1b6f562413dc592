"""What is different in the headers of screens and embeds."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

View = Callable[..., HttpResponse]
FOR_SCREENS = ("autoplay", "fullscreen", "screen-wake-lock")
"""The features of a browser that a screen may use, and no other page."""


def awake(view: View) -> View:
    """Let a page keep the screen on, fill it, and make sounds."""

    @wraps(view)
    def allowing(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        policy = settings.SECURITY_HEADERS["Permissions-Policy"]
        for feature in FOR_SCREENS:
            policy = policy.replace(f"{feature}=()", f"{feature}=(self)")
        answer["Permissions-Policy"] = policy
        return answer

    return allowing


def framable(view: View) -> View:
    """Let other sites show a page in a frame. It has nothing that somebody could be tricked to
    click, and does not depend on who sees it.
    """
    policy = {"frame-ancestors": ["*"], "form-action": [NONE]}
    framed = csp_replace(policy)(xframe_options_exempt(view))

    @wraps(view)
    def open_to_all(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = framed(request, *args, **kwargs)  # type: ignore[assignment]
        answer["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer

    return open_to_all
