"""Reads a game with its log, and replaces the names of players who deleted their account."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property

from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest

from games.core.engine import GameState, is_public, replay
from games.core.engine.events import GameStarted
from games.people.accounts.avatars import avatar_of
from games.people.accounts.facts import profile_path
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.platform.server.headers import keep_nowhere
from games.record.fairness.public_log import GameEntries, entries_of, shared_secret
from games.record.log.loading import newest_public_seq, read_events
from games.record.log.models import Game, Scorecard
from games.record.log.records import LoggedEvent
from games.record.reveals import visibility
from games.site.study.analysis.game_analysis import is_analysed


@dataclass(frozen=True)
class FoundGame:
    """A game's row and its cards in seat order. Cheap: the log is not read."""

    game: Game
    cards: tuple[Scorecard, ...]
    seq: int
    """The seq of the newest event that everybody may see."""

    @cached_property
    def entries(self) -> GameEntries:
        return entries_of(self.game.share or self.game.code)

    @property
    def is_over(self) -> bool:
        return self.game.status != Game.Status.PLAYING

    @property
    def has_same_dice(self) -> bool:
        """Whether the dice do not depend on the seat. Older games of groups have another mark."""
        return self.game.dice == "same" or self.game.share is not None

    @property
    def is_settled(self) -> bool:
        """Whether nothing can change any more, except names and who has a profile."""
        if self.game.log_pending or self.is_open or not self.game.is_sound:
            return False
        finished = self.game.status == Game.Status.FINISHED
        if finished and self.has_same_dice and not is_analysed(self.game):
            return False
        without_result = self.game.status in (Game.Status.ABORTED, Game.Status.CANCELLED)
        return without_result or self.game.replay or self.game.result_at is not None

    @cached_property
    def is_open(self) -> bool:
        """Whether others may still play the dice of this game, so that strangers do not see it."""
        return visibility.is_open(self.game)

    def is_seen_by(self, viewer: User | None) -> bool:
        """Whether somebody may see the game, as far as its dice are concerned."""
        return not self.is_open or visibility.may_see(self.game, _id(viewer))

    def has_page_for(self, viewer: User | None) -> bool:
        """Whether its page shows the game to somebody, as far as its dice are concerned."""
        return visibility.has_page(self.game, _id(viewer))

    @property
    def is_private_now(self) -> bool:
        """Whether strangers may not see the game, because it is being played in a private room, or
        others may still play its dice.
        """
        room = self.game.room
        return self.is_open or (not self.is_over and room is not None and not room.public)

    @property
    def room_code(self) -> str | None:
        """The code of the room if it is public. The code of a private room admits anyone."""
        room = self.game.room
        return room.code if room is not None and room.public else None

    def marks_guest(self, seat: int) -> bool:
        """Whether a seat's player has the mark of guests. Among friends nobody has it."""
        player, room = self.cards[seat].player, self.game.room
        is_among_friends = room is not None and room.is_among_friends
        return player is not None and player.is_guest and not is_among_friends

    def profile(self, seat: int) -> str | None:
        """Return the path of the profile of a seat's player, or None if they have none."""
        player = self.cards[seat].player
        return None if player is None else profile_path(player)

    def avatar(self, seat: int) -> str | None:
        """Return the avatar of a seat's player, or None if they deleted their account."""
        player = self.cards[seat].player
        return None if player is None or self.is_gone(seat) else avatar_of(player)

    def is_gone(self, seat: int) -> bool:
        """Whether a seat's player deleted their account. Their old name is not shown."""
        player = self.cards[seat].player
        return player is None or (not player.is_active and player.name == DELETED_NAME)

    @property
    def fingerprint(self) -> str:
        """A short text that changes whenever anything shown about the game changes."""
        facts = (
            self.game.code,
            self.seq,
            self.game.result_at,
            self.entries,
            self.room_code,
            is_analysed(self.game),
            self.game.is_damaged,
            [
                (card.mu_after, self.profile(card.seat), self.avatar(card.seat))
                for card in self.cards
            ],
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


def _id(player: User | None) -> int | None:
    return None if player is None else player.pk


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its log and the state after the log."""

    found: FoundGame
    state: GameState
    log: tuple[LoggedEvent, ...]


def find_game(code: str) -> FoundGame | None:
    """Return the game with this code, running or finished, or None."""
    games = Game.objects.select_related("room").annotate(seq=newest_public_seq())
    game = games.filter(code=code).first()
    if game is None:
        return None
    cards = Scorecard.objects.filter(game=game).select_related("player").order_by("seat")
    return FoundGame(game, tuple(cards), game.seq or 0)


def find_for(request: HttpRequest, code: str) -> FoundGame | None:
    """Return the game with this code, in any letter case, or None. Nobody keeps what the request is
    told about a game whose dice others may still play.
    """
    found = find_game(code.lower())
    if found is not None and found.is_open:
        keep_nowhere(request)
    return found


def find_or_404(request: HttpRequest, code: str) -> FoundGame:
    """Return what `find_for` does. Raises Http404."""
    found = find_for(request, code)
    if found is None:
        raise Http404("That is no longer here.")
    return found


class UnreadableRecord(Exception):
    """The log of a damaged game cannot be read or replayed, or cards are missing."""


def read_record(found: FoundGame, deleted_name: str = DELETED_NAME) -> GameRecord:
    """Return the record of a game. Raises UnreadableRecord.

    It contains the secret only after the end of the game, or of the last game that shares it. The
    names are from the start of the game, except that players who deleted their account are called
    `deleted_name`. Leaves out what a round hides.
    """
    try:
        record = _read(found, deleted_name)
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:  # a damaged row can raise anything
        if not found.game.is_damaged:
            raise
        raise UnreadableRecord(found.game.code) from error
    if found.game.is_damaged and len(found.cards) != len(record.state.seats):
        raise UnreadableRecord(found.game.code)
    return record


def _read(found: FoundGame, deleted_name: str) -> GameRecord:
    names = {card.seat: card.name for card in found.cards}
    public = without_hidden(found.game.mode, read_events(found.game.pk, names))
    log = tuple(_without_gone(found, logged, deleted_name) for logged in public)
    state = replay(logged.event for logged in log)
    if state.share and found.is_over:
        state = state._replace(secret=shared_secret(state.share))
    return GameRecord(found, state, log)


def without_hidden(mode: str, log: list[LoggedEvent]) -> list[LoggedEvent]:
    """Return a log up to its newest event that everybody may see."""
    if mode == "turns":
        return log
    newest = max((logged.seq for logged in log if is_public(logged.event)), default=0)
    return [logged for logged in log if logged.seq <= newest]


def _without_gone(found: FoundGame, logged: LoggedEvent, deleted_name: str) -> LoggedEvent:
    event = logged.event
    if not isinstance(event, GameStarted):
        return logged
    seats = tuple(
        {**entry, "name": deleted_name} if found.is_gone(seat) else entry
        for seat, entry in enumerate(event.seats)
    )
    return logged._replace(event=replace(event, seats=seats))
