"""The page of a card, and the lists of somebody's cards."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games.core.numbers import whole
from games.core.rules import Variant
from games.core.solver.support import is_supported
from games.people.accounts.models import User
from games.people.conduct.contact import (
    OPEN,
    Contact,
    are_apart,
    locked_contact,
    read_contact,
)
from games.people.family.device import is_locked_for
from games.platform.clock import utc_now
from games.platform.limits.rates import client_address, spend
from games.record.log.models import Game
from games.site.events.cards import browsers
from games.site.events.cards.access import find_card
from games.site.events.cards.closing import end_card
from games.site.events.cards.entries import (
    NotOpen,
    enter,
    entry_of,
    has_finished,
    last_moment,
    obstacle,
)
from games.site.events.cards.lists import read_lists
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.preview import of_card, rules_of, sender_name
from games.site.events.cards.proof import proof_of
from games.site.events.cards.same_rules import changed_switches, rules_query
from games.site.events.cards.standings import Standing, read_standings
from games.site.events.cards.states import state_of
from games.site.events.cards.turns import Beside, read_beside
from games.site.shared.pages.shortcuts import nameless_guest, page, player_of
from games.site.shared.sharing.head import absolute

FIRST_ROWS = 20
"""How many standings a page shows before somebody asks for all."""


class Visit(NamedTuple):
    """A card as somebody looks at it. `sees`: whether they may see the results of others."""

    card: Card
    rules: Variant
    player: User | None
    entry: CardEntry | None
    contact: Contact
    is_sender: bool
    sees: bool


def card_for(request: HttpRequest, code: str) -> Card:
    """Return a card that the visitor may see, with its sender. Raises Http404."""
    card = find_card(code, player_of(request))
    if card is None:
        raise Http404("There is no such card.")
    return card


# The page's script shows the sender's seed, so it needs the cookie although there may be no form.
@ensure_csrf_cookie
@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """Show a card: that it can be played, then who has played it how well (`?with=` an entry beside
    one's own, `?all` for long lists).
    """
    found = card_for(request, code)
    rules = rules_of(found)
    if rules is None:
        return _private(page(request, "table/unreadable.html", 503, text=found.variant))
    visit = _visit(request, found, rules)
    now = utc_now()
    if visit.player and not visit.entry and are_apart([visit.player.pk, found.sender_id]):
        return _private(page(request, "cards/apart.html", 403))
    why = None if visit.entry else obstacle(found, visit.player, now)
    answer = page(
        request,
        "cards/card.html",
        # Pictures are for everybody, and only members know of a circle's card.
        preview=None
        if found.circle
        else of_card(found, names_sender=visit.contact.names(found.sender_id)),
        link=absolute(request, request.path),
        visit=visit,
        card=found,
        **_about(rules),
        sender=_name_of(found.sender, visit.contact),
        now=now,
        why=None if why is None else why.value,
        state=state_of(found, now),
        played=found.entries.count(),
        room=_room_of(visit.entry),
        finish_by=last_moment(found),
        revealed=found.revealed_at is not None,
        **(_proof(found) if visit.is_sender or found.revealed_at is not None else {}),
        **(_results(request, visit) if visit.sees else {}),
    )
    return _private(answer)


def _about(rules: Variant) -> dict[str, Any]:
    """Return what the page says about the rules of a card. `switches`: the choices that are not the
    usual ones, in words. `rules_query`: for another card with the same rules.
    """
    names = {
        id_: {choice.value: choice.name for choice in switch.choices}
        for id_, switch in rules.switch_choices.items()
    }
    words = gettext("A card: %(rules)s. Same dice: can you beat it?")
    return {
        "rules": rules,
        "can_solve": is_supported(rules),
        "switches": [names[id_][value] for id_, value in changed_switches(rules).items()],
        "rules_page": reverse("house-rules", args=[rules.id]),
        "rules_query": rules_query(rules),
        "share_text": words % {"rules": rules.name},
    }


def _proof(card: Card) -> dict[str, Any]:
    """Return the proof, and the places of its entries in the public log with their words."""
    proof = proof_of(card)
    words = {
        "base": gettext("Fingerprint in the public log"),
        "commitment": gettext("The same for the group"),
        "end": gettext("Secret in the public log"),
        "log": gettext("Record of the games in the public log"),
    }
    places = [
        {"words": words[name], **place} for name, place in proof["entries"].items() if name in words
    ]
    return {"proof": proof, "places": places}


def _private(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _visit(request: HttpRequest, found: Card, rules: Variant) -> Visit:
    player = player_of(request)
    entry = entry_of(found, player)
    is_sender = player is not None and player.pk == found.sender_id
    sees = found.revealed_at is not None or has_finished(entry)
    return Visit(found, rules, player, entry, _contact(request, player), is_sender, sees)


def _contact(request: HttpRequest, player: User | None) -> Contact:
    """Return whose names the visitor sees: with a family lock only those of their family."""
    contact = OPEN if player is None else read_contact(player)
    if not is_locked_for(request):
        return contact
    return locked_contact(contact, None if player is None else player.pk)


def _name_of(sender: User | None, contact: Contact) -> str:
    name = sender_name(sender)
    if sender is None or not name or not contact.names(sender.pk):
        return ""
    return contact.name_of(sender.pk) or name


def _room_of(entry: CardEntry | None) -> str | None:
    """Return the code of the table where somebody still plays the card."""
    if entry is None or entry.game.status != Game.Status.PLAYING or entry.game.room is None:
        return None
    return entry.game.room.code


def _results(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    chosen = whole(request.GET.get("with", ""))
    standings = read_standings(
        visit.card,
        visit.player,
        visit.contact,
        first=None if "all" in request.GET else FIRST_ROWS,
        chosen=chosen,
        with_evidence=visit.is_sender,
    )
    lines = standings.lines
    mine = next((each for each in lines if each.is_mine), None)
    return {
        "standings": lines,
        "more": standings.players - len(lines),
        "mine": mine,
        "beside": _beside(lines, mine, chosen),
        "weighed": any(each.evidence is not None for each in lines),
        "links_games": visit.card.revealed_at is not None,
    }


def _beside(lines: list[Standing], mine: Standing | None, chosen: int | None) -> Beside | None:
    """Return the game that the visitor has chosen, or the best other one, beside their own."""
    others = [each for each in lines if each is not mine]
    if mine is None or not others:
        return None
    return read_beside(mine, next((each for each in others if each.entry.pk == chosen), others[0]))


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Begin or continue the visitor's game of a card."""
    found = card_for(request, code)
    spend("room-address", client_address(request))
    known = player_of(request)
    # Nobody becomes a guest only to read that they cannot play.
    if known is None and obstacle(found, None, utc_now()) is not None:
        return redirect("card", found.code)
    player = known or nameless_guest(request)
    spend("room", player.pk)
    number = browsers.number_of(request)
    try:
        room = enter(found.pk, player, browsers.mark_of(number, found.code), utc_now())
    except NotOpen:
        return redirect("card", found.code)
    answer = redirect("room", room.code)
    browsers.keep(answer, number)
    return answer


@require_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    """End the sender's card: nobody can begin any more. Others get the page."""
    found = card_for(request, code)
    player = player_of(request)
    if player is None or player.pk != found.sender_id:
        return redirect("card", found.code)
    end_card(found.pk, utc_now())
    messages.success(request, gettext("This card is closed."))
    return redirect("card", found.code)


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """List the cards that the visitor has made, and those that they have played."""
    player = player_of(request)
    made, taken = ([], []) if player is None else read_lists(player, utc_now())
    return _private(page(request, "cards/cards.html", made=made, taken=taken))
