"""A room as browsers get it: settings, seats, and the commitment to the next game's dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, cast

from django.db.models import F, OuterRef, QuerySet, Subquery
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.core.engine import Clock, DiceMode, Mode, is_long, sheet
from games.core.protocol.room_view import (
    NextGame,
    Rated,
    RatingChange,
    RoomSeat,
    RoomVariant,
    RoomView,
    SwitchView,
)
from games.core.rules import Variant, find_variant
from games.people.accounts.avatars import avatar_of
from games.people.accounts.bot_accounts import persona_of
from games.platform.database.prepared import Prepared
from games.platform.language import isolated
from games.record.log.models import Game, Scorecard
from games.record.log.starting import published
from games.record.ratings.model import Rating, change
from games.record.ratings.results import uncounted_reason
from games.tables.rooms.away import next_of
from games.tables.rooms.models import ChatMessage, Room, Seat
from games.tables.rooms.rules_names import rules_name
from games.tables.rooms.table_names import is_playing, old_names, with_names


@dataclass(frozen=True, slots=True)
class LoadedRoom:
    """A room at one revision. `players` are the ids of the seated people; bots are left out."""

    id: int
    code: str
    rev: int
    game_id: int | None
    players: frozenset[int]
    operators: Mapping[int, int]
    """Who acts for the players who share a device, by the ids of these."""
    last_chat: int | None
    """The id of the newest line of chat."""
    compares_addresses: bool
    """Whether its games do not count if players share an internet address."""
    view: RoomView
    old_names: Mapping[int, str] = field(default_factory=dict)
    """Where strangers meet: the names in the newest game of people who have others now."""


ARENA = "arena"
"""`TournamentKind.ARENA`."""
_newest_line = ChatMessage.objects.filter(room=OuterRef("pk")).order_by("-id").values("id")[:1]


def with_newest_line(rooms: "QuerySet[Room]") -> "QuerySet[Room]":
    """Return `rooms` with their games, and with three annotations: `last_chat`, the id of the
    newest line of chat, and `tournament_code` and `tournament_kind` (None without a tournament).
    """
    return rooms.select_related("game").annotate(
        last_chat=Subquery(_newest_line),
        tournament_code=F("tournament__code"),
        tournament_kind=F("tournament__kind"),
    )


seats_of = Prepared(lambda room: with_names(Seat.objects.filter(room=room)), 0)
"""The seats of the room with this id, by number, with their players."""


def loaded(room: Room, seats: Sequence[Seat]) -> LoadedRoom:
    """Return a room that was read `with_newest_line`, and its `seats`, as browsers see it."""
    renamed = old_names(room, seats)
    return LoadedRoom(
        id=room.pk,
        code=room.code,
        rev=room.rev,
        game_id=room.game_id,
        players=frozenset(
            seat.player.pk for seat in seats if seat.player and not seat.player.is_bot
        ),
        operators={
            seat.player_id: seat.operator_id
            for seat in seats
            if seat.player_id is not None and seat.operator_id is not None
        },
        last_chat=room.last_chat,  # type: ignore[attr-defined]  # annotated
        compares_addresses=room.rated or room.tournament_kind == ARENA,  # type: ignore[attr-defined]  # annotated
        view=_view(room, seats, renamed if is_playing(room) else {}),
        old_names=renamed,
    )


def _view(room: Room, seats: Sequence[Seat], shown_as: Mapping[int, str]) -> RoomView:
    variant = find_variant(room.variant, **room.switches)
    game = room.game
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    away = next_of(players) if is_long(room.clock) else {}
    return RoomView(
        code=room.code,
        variant=_variant_view(room, variant),
        sheet=sheet(variant),
        clock=cast(Clock, room.clock),
        public=room.public,
        ended=room.ended,
        rated=room.rated,
        stand_ins=room.stand_ins,
        muted=tuple(room.muted),
        spectators_muted=room.spectators_muted,
        host=room.host_id,
        seats=tuple([_seat_view(seat, room.terms, shown_as, away) for seat in seats]),
        status=_status(game),
        game=None if game is None else game.code,
        result=None if game is None else _result(game),
        number=0 if game is None else game.number,
        next=_next_game(room.next_code),
        tournament=room.tournament_code or UNSET,  # type: ignore[attr-defined]  # annotated
        terms=room.terms,
        talk=tuple(room.talk) if room.strangers else UNSET,
        talk_watchers=tuple(room.talk_watchers) if room.strangers else UNSET,
        mode=mode_view(room),
        dice=dice_view(room),
    )


def _variant_view(room: Room, variant: Variant) -> RoomVariant:
    found, name = variant_view(variant), rules_name(room, room.variant)
    return replace(found, name=isolated(name)) if name else found


def mode_view(room: Room) -> Mode | UnsetType:
    """Return the mode of a room's games as browsers get it: UNSET where players take turns."""
    return UNSET if room.mode == "turns" else cast(Mode, room.mode)


def dice_view(room: Room) -> DiceMode | UnsetType:
    """Return whether all seats get the same dice, as browsers get it: UNSET for own dice."""
    return UNSET if room.dice == "own" else cast(DiceMode, room.dice)


def _next_game(code: str) -> NextGame:
    known = published(code)
    return NextGame(code, known.commitment, known.entry)


@lru_cache(maxsize=32)
def variant_view(variant: Variant) -> RoomVariant:
    switches = []
    for id_, switch in variant.switch_choices.items():
        value = variant.switches[id_]
        label = next(choice.name for choice in switch.choices if choice.value == value)
        switches.append(SwitchView(id_, switch.name, value, label))
    return RoomVariant(variant.id, variant.common_name, tuple(switches))


def _seat_view(
    seat: Seat,
    terms: int,
    shown_as: Mapping[int, str],
    away: Mapping[int, tuple[int, int]],
) -> RoomSeat:
    player = seat.player
    is_asked = player is not None and not player.is_bot and seat.terms != terms
    return RoomSeat(
        seat=seat.number,
        player=seat.player_id,
        name=None if player is None else shown_as.get(player.pk, player.name),
        guest=player is not None and player.is_guest,
        bot=player is not None and player.is_bot,
        persona=persona_of(player) or None,
        ready=seat.ready,
        seed=seat.seed,
        seal=seat.seal,
        known=seat.seed != "",
        closed=seat.closed,
        avatar=None if player is None else avatar_of(player),
        operator=seat.operator_id or UNSET,
        lender=seat.lender_id or UNSET,
        agrees=False if is_asked else UNSET,
        holiday=UNSET if player is None else away.get(player.pk, UNSET),
    )


_cards = Prepared(lambda game: Scorecard.objects.filter(game=game).order_by("seat"), 0)


def _result(game: Game) -> Rated | None:
    if not game.rated:
        return None
    reason = uncounted_reason(game)
    return Rated(
        counted=game.result_at is not None,
        uncounted=None if reason is None else reason.words,
        seats=tuple([_rating_change(card) for card in _cards(game.pk)]),
    )


def _rating_change(card: Scorecard) -> RatingChange | None:
    numbers = (card.mu_before, card.sigma_before, card.mu_after, card.sigma_after)
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    found = change(Rating(*known[:2]), Rating(*known[2:]))
    return RatingChange(found.before, found.after, found.provisional)


def _status(game: Game | None) -> Literal["open", "playing", "over"]:
    if game is None or game.status == Game.Status.CANCELLED:
        return "open"
    return "playing" if game.status == Game.Status.PLAYING else "over"
