"""Merges a guest into an account."""

from django.db import transaction

from games.people.accounts.models import Session, User
from games.people.conduct import people
from games.record.log.models import Game, Scorecard
from games.site.account.desk import merging as cases
from games.site.account.notifications import subscriptions as notifications
from games.site.events.daily.models import DailyEntry
from games.site.events.puzzles import player_puzzles as puzzles
from games.site.events.tournaments import joining
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.foresight import storing as foresight
from games.site.study.house_rules import kept as house_rules
from games.tables.matchmaking import tickets
from games.tables.rooms import player_changes


def merge_guest(guest: User, account: User) -> None:
    """Give the guest's seats, rooms and finished games to the account, in one transaction.

    Where the account already sits at the table, or was in the game, both keep what they have.
    Raises StillPlaying if the guest is in a running game.
    """
    with transaction.atomic():
        # This is the order in which all code locks: docs/architecture.md#locks.
        joining.transfer(guest.pk, account.pk)
        tickets.cancel(guest.pk)
        # From here on all rooms where the guest sits are locked, so they cannot start a game.
        player_changes.transfer_seats(guest.pk, account.pk)
        over = Scorecard.objects.filter(player=guest).exclude(game__status=Game.Status.PLAYING)
        theirs = Scorecard.objects.filter(player=account).values("game")
        # Analyses first, while the scorecards still say which games were the account's before.
        SeatAnalysis.objects.filter(player=guest).exclude(game__in=theirs).update(player=account)
        foresight.transfer(guest.pk, account.pk)
        notifications.transfer(guest.pk, account.pk)
        over.exclude(game__in=theirs).update(player=account)
        # Moved entries stay unranked, because the account may have known the dice. Where the
        # account has played the same daily, it keeps its own entry.
        played = DailyEntry.objects.filter(player=account).values("daily")
        DailyEntry.objects.filter(player=guest).exclude(daily__in=played).update(player=account)
        puzzles.transfer(guest.pk, account.pk)
        house_rules.transfer(guest, account)
        people.transfer(guest, account)
        cases.transfer(guest, account)
        User.objects.filter(added_by=guest).update(added_by=account)
        # Nobody goes on as the guest in another browser.
        Session.objects.filter(player=guest).delete()
