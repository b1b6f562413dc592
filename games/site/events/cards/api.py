"""Answers of the API about cards. Before the reveal they say nothing about dice and results."""

from datetime import datetime

import msgspec

from games.core.rules import find_variant
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.platform.clock import utc_now
from games.record.fairness.public_log import entries_about
from games.record.log.models import Game
from games.record.log.starting import commitment_of
from games.site.events.cards import api_types as types
from games.site.events.cards.access import find_card
from games.site.events.cards.models import Card
from games.site.events.cards.standings import places_of
from games.site.events.cards.states import state_of
from games.site.shared.answers.endpoint import MINUTE, Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.types import Code, FairLogEntry
from games.site.shared.answers.values import milliseconds
from games.tables.rooms.room_view import variant_view

CODE = {"code": (Code, "The card's code, as in /c/<code>/.")}


def card(found: Card, now: datetime) -> types.Card:
    """Return a card as everybody may see it, whether they have played it or not."""
    is_revealed = found.revealed_at is not None
    return types.Card(
        code=found.code,
        sender=_name(found.sender),
        variant=variant_view(find_variant(found.variant, **found.switches)),
        state=state_of(found, now),
        created_at=milliseconds(found.created_at),
        closes_at=milliseconds(found.closes_at),
        perfect=found.perfect if is_revealed else None,
        results=_results(found) if is_revealed else (),
        proof=proof(found),
    )


def proof(found: Card) -> types.CardProof:
    """Return what proves the dice of a card, as far as it is known."""
    is_revealed = found.revealed_at is not None
    entries = entries_about((found.base, found.share or found.base)) if is_revealed else []
    games = (
        Game.objects.filter(share=found.share).exclude(head="")
        if is_revealed
        else Game.objects.none()
    )
    return types.CardProof(
        code=found.code,
        variant=found.variant,
        switches=found.switches,
        base=found.base,
        commitment=commitment_of(found.base),
        seal=found.seal,
        salt=(found.salt or None) if is_revealed else None,
        text=(found.text or None) if is_revealed else None,
        share=found.share if is_revealed else None,
        secret=next((entry.value for entry in entries if entry.kind == "closed"), None),
        games=tuple(
            types.CardGame(*row) for row in games.order_by("code").values_list("code", "head")
        ),
        log=tuple(msgspec.convert(entry, FairLogEntry, from_attributes=True) for entry in entries),
    )


def _results(found: Card) -> tuple[types.CardResult, ...]:
    """Return the results, best first, those without a total at the end."""
    entries = list(found.entries.select_related("player", "game").order_by("pk"))
    entries.sort(key=lambda entry: (entry.total is None, -(entry.total or 0)))
    places = places_of((entry.pk, entry.total, entry.same_device) for entry in entries)
    return tuple(
        types.CardResult(
            place=places.get(entry.pk),
            name=_name(entry.player) or DELETED_NAME,
            total=entry.total,
            loss=entry.loss,
            game=entry.game.code,
            same_device=entry.same_device,
        )
        for entry in entries
    )


def _name(player: User | None) -> str | None:
    """Return a player's name; None for a deleted account."""
    gone = player is None or (not player.is_active and player.name == DELETED_NAME)
    return None if gone or player is None else player.name


def _card(code: str) -> Answer:
    found = find_card(code, None)
    if found is None:
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no card with this code.")
    return Answer(lambda: card(found, utc_now()), fleeting=found.revealed_at is None)


ENDPOINTS = (
    Endpoint(
        "card",
        "cards/{code}",
        "A card",
        "A contest with the same dice, by link. After the reveal it has the results, best first, "
        "and all of the proof; until then its answers are not to be kept.",
        types.Card,
        in_path=CODE,
        max_age=MINUTE,
        read=_card,
    ),
)
