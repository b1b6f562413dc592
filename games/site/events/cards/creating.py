"""The form for a new card, and the two answers that its sender's browser gives: seal and seed."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.core.protocol.errors import ErrorCode
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.limits.rates import client_address, spend
from games.record.fairness.public_log import entries_of
from games.site.events.cards.access import circle_for, circles_for, find_card
from games.site.events.cards.forms import NewCardForm
from games.site.events.cards.models import Card
from games.site.events.cards.opening import seal_card, show_seed
from games.site.events.cards.parents import asked_of_parent, check_parent
from games.site.events.cards.proof import proof_of
from games.site.shared.pages.front_game import offered_games
from games.site.shared.pages.refusals import (
    REFUSALS,
    Answer,
    answers_json,
    as_json,
    show_in,
    wants_json,
)
from games.site.shared.pages.shortcuts import nameless_guest, new_guest, page, player_of
from games.site.shared.table_form.forms import asked_rules
from games.site.study.house_rules.kept import kept_by


@sensitive_post_parameters("parent")
@require_http_methods(["GET", "HEAD", "POST"])
def new_card(request: HttpRequest) -> HttpResponse:
    """Show the form for a card (`?variant=` and switches choose its rules), and make the card.

    The page's script sends the form, and gets JSON: {code, address, base, commitment, entry}.
    """
    form = NewCardForm(
        offered_games(request, kept_by(request)),
        request.POST or None,
        ask_name=player_of(request) is None,
        ask_parent=asked_of_parent(request),
        circles=circles_for(player_of(request)),
        initial={**asked_rules(request.GET), "circle": request.GET.get("circle", "")},
    )
    if not form.is_bound:
        return _show(request, form, 200)
    if not form.is_valid():
        return _invalid(request, form)
    try:
        card = _make(request, form.cleaned_data)
    except REFUSALS as refused:
        if wants_json(request):
            raise
        return _show(request, form, show_in(form, refused))
    if not wants_json(request):
        return redirect("card", card.code)
    return JsonResponse(_sealed(card))


def _show(request: HttpRequest, form: NewCardForm, status: int) -> HttpResponse:
    answer = page(request, "cards/new.html", status, form=form)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _invalid(request: HttpRequest, form: NewCardForm) -> HttpResponse:
    if not wants_json(request):
        return _show(request, form, 422)
    words = next(str(error) for errors in form.errors.values() for error in errors)
    return as_json(Answer(422, ErrorCode.BAD_MESSAGE.value, words))


def _make(request: HttpRequest, data: dict[str, Any]) -> Card:
    """Make the card that a valid form asks for. Raises LimitedError, Refused, and NameRefused for a
    visitor's name.
    """
    spend("room-address", client_address(request))
    check_parent(request, request.POST.get("parent", ""))
    sender = player_of(request) or _visitor(request, data["name"])
    spend("room", sender.pk)
    return seal_card(
        sender,
        data["variant"],
        data["switches"],
        data["days"],
        data["seal"],
        utc_now(),
        circle=circle_for(sender, data.get("circle", "")),
    )


def _visitor(request: HttpRequest, name: str) -> User:
    return new_guest(request, name) if name else nameless_guest(request)


def _sealed(card: Card) -> dict[str, Any]:
    """Return what the sender's browser keeps before it shows the seed."""
    entry = entries_of(card.base).commitment
    assert entry is not None
    return {
        "code": card.code,
        "address": reverse("card", args=[card.code]),
        "base": card.base,
        "commitment": proof_of(card)["commitment"],
        "entry": {"index": entry.index, "hash": entry.hash},
    }


@answers_json
@require_POST
def seed(request: HttpRequest, code: str) -> HttpResponse:
    """Open a card with the seed (`salt`, `text`) behind its seal."""
    # Anyone who knows the seed may show it: only the browser that sealed it does.
    card = find_card(code, player_of(request))
    if card is None:
        raise Http404("There is no such card.")
    opened = show_seed(card.pk, request.POST.get("salt", ""), request.POST.get("text", ""))
    return JsonResponse({"share": opened.share})
