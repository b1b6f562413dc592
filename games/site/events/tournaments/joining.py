"""Joining a tournament, pausing, and staying in the pairing.

A player waits or plays in one tournament at a time: joining another one pauses the first. They are
paired only while they have an open tab, which says so again and again (`keep_alive`). Those who
leave games of an arena have to pause before they are paired again.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import check_allowed
from games.platform.clock import utc_now
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentKind,
    TournamentSeat,
)
from games.site.events.tournaments.private import may_see
from games.tables.rooms.permissions import check_may_play_rated

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(minutes=15)
MAX_MISSED = 2
"""How many turns of a game a player may miss, so that the server fills the box. More count as
leaving.
"""
MAX_WITHHELD = 3
"""After this many starts cancelled because their seed was missing, a player is out."""
# How long a player is paired without an open tab. Tabs keep them alive every few seconds.
ALIVE = timedelta(seconds=12)
# A player without an open tab for this long pauses. The page says so, and they may join another
# tournament.
PAUSED_AFTER = timedelta(seconds=60)


def pause_after(leaves: int) -> timedelta:
    """Return how long a player who has now left `leaves` (1 or more) games is not paired."""
    factor: int = 2 ** min(leaves - 1, 10)
    return min(FIRST_PAUSE * factor, LONGEST_PAUSE)


def note_leave(entry: TournamentEntry, withheld: bool, now: datetime) -> None:
    """Note that the player left a game, or `withheld` their seed, without saving the entry."""
    entry.leaves += 1
    entry.withheld += withheld
    entry.paired_from = now + pause_after(entry.leaves)


def note_stay(entry: TournamentEntry) -> None:
    """Note that the player finished a counted game, without saving the entry."""
    entry.leaves = max(0, entry.leaves - 1)


def is_out(entry: TournamentEntry) -> bool:
    """Whether the player is not paired any more in this tournament."""
    return entry.withheld >= MAX_WITHHELD


def check_not_out(entry: TournamentEntry) -> None:
    """Raise Refused if the player is not paired any more in this tournament."""
    if is_out(entry):
        raise Refused(
            ErrorCode.FORBIDDEN,
            "Too many of your games could not start, so you can play no more here.",
        )


State = TournamentEntry.State
ACTIVE = (State.WAITING, State.PLAYING)


def join(tournament_id: int, player_id: int) -> None:
    """Let the player take part, from now on or again. Raises Refused."""
    now = utc_now()
    try:
        with transaction.atomic():
            tournament = _running(tournament_id, now)
            if not may_see(tournament, player_id):
                raise Refused(ErrorCode.NOT_FOUND, "That is no longer here.")
            player = _locked_player(player_id)
            check_allowed(player_id, Sanction.Kind.NO_EVENTS)
            if tournament.rated:
                check_may_play_rated(player.pk)
            begun = tournament.starts_at <= now
            # Before the start, players may register for several tournaments, and play elsewhere.
            mine = _locked_entries(player_id, tournament_id)
            entry = mine.pop(tournament_id, None)
            changed = _pause_elsewhere(mine.values()) if begun else set()
            if entry is None:
                entry = TournamentEntry(
                    tournament=tournament, player=player, joined_at=now, waiting_since=now
                )
            else:
                check_not_out(entry)
            if entry.state == State.PLAYING:
                entry.pausing = False
            if not begun:
                entry.state = State.REGISTERED
            elif entry.state not in ACTIVE:
                entry.state, entry.waiting_since = State.WAITING, now
            entry.alive_until = now + ALIVE
            entry.save()
            # In order, so that two transactions cannot deadlock.
            for each in sorted({tournament_id, *changed}):
                bump(each)
            # Check again now that `bump` has locked it: staff may have ended it meanwhile.
            _running(tournament_id, now)
    except IntegrityError as error:
        # Two tabs have joined at the same instant, perhaps two tournaments.
        raise Refused(ErrorCode.BUSY, "Please try again.") from error


def pause(tournament_id: int, player_id: int) -> None:
    """Stop pairing the player, at once or after their running game. Does nothing for a player who
    has not joined. Nobody leaves a duplicate event.
    """
    with transaction.atomic():
        entry = _locked_entry(tournament_id, player_id)
        if entry is None or entry.tournament.finished_at is not None:
            return
        is_duplicate = entry.tournament.kind == TournamentKind.DUPLICATE
        if entry.state == State.PLAYING:
            TournamentEntry.objects.filter(pk=entry.pk).update(pausing=not is_duplicate)
        elif entry.tournament.starts_at > utc_now():
            TournamentEntry.objects.filter(pk=entry.pk).delete()
        else:
            TournamentEntry.objects.filter(pk=entry.pk).update(state=State.PAUSED)
        bump(tournament_id)


def _running(tournament_id: int, now: datetime) -> Tournament:
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise Refused(ErrorCode.NOT_FOUND, "That is no longer here.")
    if found.finished_at is not None or found.ends_at <= now:
        raise Refused(ErrorCode.GAME_OVER, "This tournament is over.")
    if found.kind == TournamentKind.DUPLICATE:
        raise Refused(ErrorCode.ALREADY_STARTED, "This event has begun.")
    return found


def _locked_player(player_id: int) -> User:
    # The lock makes the tabs of one player join one after the other.
    players = User.objects.select_for_update(no_key=True)
    player = players.filter(pk=player_id, is_active=True, is_bot=False).first()
    if player is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")
    return player


def _locked_entry(tournament_id: int, player_id: int) -> TournamentEntry | None:
    entries = TournamentEntry.objects.select_for_update(of=("self",)).select_related("tournament")
    return entries.filter(tournament=tournament_id, player=player_id).first()


def _locked_entries(player_id: int, tournament_id: int) -> dict[int, TournamentEntry]:
    """Return a player's entries by tournament, locked: the one here, and all active ones."""
    entries = TournamentEntry.objects.select_for_update().filter(
        Q(tournament=tournament_id) | Q(state__in=ACTIVE), player=player_id
    )
    return {entry.tournament_id: entry for entry in entries.order_by("pk")}


def in_order(entries: QuerySet[TournamentEntry]) -> QuerySet[TournamentEntry]:
    """Return the same entries for a change of many at once. Needs a transaction."""
    # They are locked in the order of their ids, as everywhere, and not in the order in which the
    # database finds them: two such changes would wait for each other.
    locked = entries.select_for_update(of=("self",)).order_by("pk")
    return TournamentEntry.objects.filter(pk__in=locked.values("pk"))


def _pause_elsewhere(others: Iterable[TournamentEntry]) -> set[int]:
    """Pause a player in the other tournament where they wait, and return its id. Raises Refused if
    they play there.
    """
    changed = set()
    for entry in others:
        if entry.state == State.PLAYING:
            raise Refused(
                ErrorCode.ALREADY_STARTED, "You are playing in another tournament. Finish first."
            )
        TournamentEntry.objects.filter(pk=entry.pk).update(state=State.PAUSED)
        changed.add(entry.tournament_id)
    return changed


def keep_alive(tournament_id: int, player_ids: Collection[int]) -> None:
    """Note that these players have an open tab. Once the tournament has started, those who have
    registered begin to wait.
    """
    now = utc_now()
    mine = TournamentEntry.objects.filter(tournament=tournament_id, player__in=player_ids)
    with transaction.atomic():
        in_order(mine.exclude(state=State.PAUSED)).update(alive_until=now + ALIVE)
    begun = Q(
        tournament__kind=TournamentKind.ARENA,
        tournament__starts_at__lte=now,
        tournament__ends_at__gt=now,
    )
    registered = list(mine.filter(begun, state=State.REGISTERED).values_list("pk", flat=True))
    if registered and _begin_to_wait(registered, now):
        bump(tournament_id)


def _begin_to_wait(entry_ids: Collection[int], now: datetime) -> int:
    """Let the entries wait whose players do not wait or play elsewhere. Return how many."""
    active = TournamentEntry.objects.filter(player=OuterRef("player"), state__in=ACTIVE)
    ready = TournamentEntry.objects.filter(~Exists(active), pk__in=entry_ids)
    try:
        with transaction.atomic():
            return in_order(ready.filter(state=State.REGISTERED)).update(
                state=State.WAITING, waiting_since=now
            )
    except IntegrityError:
        # One of them has just joined elsewhere. The next call, in a few seconds, will succeed.
        return 0


def pause_absent(now: datetime) -> int:
    """Pause players who have waited without an open tab for long. Return how many."""
    gone = TournamentEntry.objects.filter(
        state=State.WAITING,
        alive_until__lt=now - PAUSED_AFTER,
        waiting_since__lt=now - PAUSED_AFTER,
    )
    tournaments = set(gone.values_list("tournament", flat=True))
    if not tournaments:
        return 0
    with transaction.atomic():
        paused = in_order(gone).update(state=State.PAUSED)
    for tournament_id in tournaments:
        bump(tournament_id)
    return paused


def leave_all(player_id: int) -> None:
    """Pause a player who leaves the site, wherever they wait. Call it in a transaction."""
    mine = TournamentEntry.objects.filter(player=player_id)
    waiting = mine.filter(state__in=(State.WAITING, State.REGISTERED))
    changed = set(waiting.values_list("tournament", flat=True))
    in_order(waiting).update(state=State.PAUSED)
    for each in sorted(changed):
        bump(each)


def transfer(guest_id: int, account_id: int) -> None:
    """Give the guest's entries to the account, except in tournaments where it has one. The entries
    pause. Call it in a transaction, when the guest is in no running game.
    """
    theirs = TournamentEntry.objects.filter(player=account_id).values("tournament")
    open_seats = TournamentSeat.objects.filter(entry=OuterRef("pk"), open=True)
    mine = TournamentEntry.objects.filter(~Exists(open_seats), player=guest_id)
    moved = mine.exclude(tournament__in=list(theirs.values_list("tournament", flat=True)))
    changed = set(moved.values_list("tournament", flat=True))
    in_order(moved).update(player=account_id, state=State.PAUSED)
    for each in sorted(changed):
        bump(each)
    leave_all(guest_id)


def bump(tournament_id: int) -> None:
    """Raise the tournament's revision: its standings have changed."""
    Tournament.objects.filter(pk=tournament_id).update(rev=F("rev") + 1)
