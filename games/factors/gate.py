"""Staff must have passed a second factor in this session before the desk and the admin open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

PASSED = "second_factor"


def note_passed(request: HttpRequest) -> None:
    """Note in the session that its player has passed a second factor."""
    request.session[PASSED] = True


def has_passed(request: HttpRequest) -> bool:
    """Whether the player of this session has passed a second factor."""
    return bool(request.session.get(PASSED))


def ask_for_factor(request: HttpRequest) -> HttpResponse:
    """Lead somebody to the page where they set up a second factor, or pass it."""
    return redirect("second-factor")
