"""The page that leads to everything one can learn from."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.site.shared.pages.shortcuts import page


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the first game, puzzles, rules, the analysis board, and what tells how good one is."""
    return page(request, "learning/learn.html")
