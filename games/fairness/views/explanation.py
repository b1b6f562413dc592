"""The page that explains how the dice can be checked."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.pages.shortcuts import page


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Explain how to verify the dice of a game."""
    return page(request, "fairness/fair.html")
