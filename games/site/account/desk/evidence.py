"""What is copied into a case when somebody reports: it stays when the original is deleted.

A copy is a dict of plain values with the key "kind". It is bounded, however long the chat is. Its
"there" holds the ids of who sits at the table or in the game, and of who plays for them on a
device: they do not decide about it.
"""

from typing import Any

from django.db.models import Q

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.membership import find_circle
from games.people.circles.models import CircleMember
from games.record.log.models import Game, Scorecard
from games.record.reveals.visibility import is_open
from games.site.account.desk.facts import operators_in_game, people_at
from games.site.events.tournaments.models import Tournament
from games.site.study.foresight.counting import VERSION
from games.site.study.foresight.evidence import standard_score
from games.site.study.foresight.models import Foresight
from games.tables.rooms.models import ChatMessage, Room

LINES_BEFORE = 20
LINES_AFTER = 10
MOST_COPIES = 20
"""How many copies a case holds: the first ones."""

Copy = dict[str, Any]


def of_line(line_id: int, room_code: str) -> tuple[User | None, Copy]:
    """Return who wrote a line of chat, and the lines around it. Raises Refused."""
    line = ChatMessage.objects.filter(pk=line_id, room__code=room_code).first()
    if line is None:
        raise _gone()
    return line.player, {
        "kind": "line",
        "line": line.pk,
        "name": line.name,
        **_lines_around(line.room, line.pk),
    }


def of_player(
    player_id: int, room_code: str, reporter: int | None = None
) -> tuple[User | None, Copy]:
    """Return a player, and what is known of them; with a table where they or the reporter have
    been, its newest lines. Raises Refused.
    """
    player = User.objects.filter(pk=player_id, is_active=True, is_bot=False).first()
    if player is None:
        raise _gone()
    copy: Copy = {
        "kind": "player",
        "name": player.name,
        "guest": player.is_guest,
        "leaves": player.leaves,
        "foresight": _foresight(player),
    }
    room = Room.objects.filter(code=room_code).first() if room_code else None
    if room is None or not _have_been(room, {player_id, reporter} - {None}):
        return player, copy
    return player, copy | _lines_around(room, None)


def of_game(code: str) -> tuple[User | None, Copy]:
    """Return nobody, and who played a game with which result; without the result as long as others
    may play the dice, staff among them. Raises Refused.
    """
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise _gone()
    result = () if is_open(game) else ("total", "place", "resigned")
    cards = game.scorecards.order_by("seat").values("player", "name", *result)
    there = _there(game.room, game)
    return None, {
        "kind": "game",
        "game": code,
        "rated": game.rated,
        "seats": list(cards),
        "there": there,
    }


def of_event(code: str) -> tuple[User | None, Copy]:
    """Return who opened an event, and its name. Raises Refused."""
    event = Tournament.objects.filter(code=code).select_related("host").first()
    if event is None:
        raise _gone()
    return event.host, {"kind": "event", "event": code, "name": event.name}


def of_circle(code: str, reporter: int) -> tuple[User | None, Copy]:
    """Return the owner of a circle, with its name and emblem. Raises Refused: only its members know
    of it.
    """
    circle, _ = find_circle(code, reporter)
    owner = circle.members.filter(role=CircleMember.Role.OWNER).select_related("player").first()
    if circle.pair:
        raise _gone()
    return None if owner is None else owner.player, {
        "kind": "circle",
        "circle": circle.code,
        "name": circle.name,
        "emblem": circle.emblem,
    }


def _have_been(room: Room, people: set[int | None]) -> bool:
    """Whether one of these people has, or had, something to do with a table: a seat, a game or a
    line of chat.
    """
    seats = room.seats.filter(Q(player__in=people) | Q(operator__in=people) | Q(lender__in=people))
    cards = Scorecard.objects.filter(game__room=room, player__in=people)
    return (
        room.host_id in people
        or seats.exists()
        or cards.exists()
        or room.chat.filter(player__in=people).exists()
    )


def _there(room: Room | None, game: Game | None) -> Copy:
    seated, operators = (set(), set()) if room is None else people_at(room)
    if game is not None:
        seated.update(game.scorecards.exclude(player=None).values_list("player", flat=True))
        operators |= operators_in_game(game.pk)
    return {"seated": sorted(seated), "operators": sorted(operators)}


def _lines_around(room: Room, line_id: int | None) -> Copy:
    lines = ChatMessage.objects.filter(room=room)
    if line_id is None:
        found = list(lines.order_by("-pk")[: LINES_BEFORE + LINES_AFTER])[::-1]
    else:
        before = list(lines.filter(pk__lte=line_id).order_by("-pk")[: LINES_BEFORE + 1])[::-1]
        found = [*before, *lines.filter(pk__gt=line_id).order_by("pk")[:LINES_AFTER]]
    return {
        "room": room.code,
        "game": None if room.game is None else room.game.code,
        "there": _there(room, room.game),
        "lines": [
            {
                "id": line.pk,
                "player": line.player_id,
                "name": line.name,
                "text": line.text,
                "at": line.at.isoformat(),
            }
            for line in found
        ],
    }


def _foresight(player: User) -> Copy | None:
    found = Foresight.objects.filter(player=player, version=VERSION).first()
    if found is None:
        return None
    return {
        "games": found.games,
        "evidence": round(found.evidence, 2),
        "peak": round(found.peak, 2),
        "index": round(standard_score(found.score, found.choices), 2),
    }


def _gone() -> Refused:
    return Refused(ErrorCode.NOT_FOUND, "That is no longer here.")
