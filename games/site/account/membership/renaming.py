"""Renames players, also guests whose names look like an account's.

Profiles tell the former names of an account for a while, so nobody slips away by renaming.
"""

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games.people.accounts.models import User
from games.people.accounts.names import check_free, clean_name, fields_of, taken_name
from games.platform.clock import utc_now
from games.site.account.membership.models import PastName
from games.tables.rooms.player_changes import bump_rooms

SHOWN_FOR = timedelta(days=30)
AT_ONCE = 200


def keep_name(player: User, name: str) -> None:
    PastName.objects.filter(player=player, name=name).delete()
    PastName.objects.create(player=player, name=name, until=utc_now() + SHOWN_FOR)


def past_names(player: User) -> list[str]:
    """Return the names that the account had lately, the newest first."""
    shown = PastName.objects.filter(player=player, until__gt=utc_now()).exclude(name=player.name)
    return list(shown.order_by("-until").values_list("name", flat=True))


def forget_past_names(now: datetime) -> None:
    PastName.objects.filter(until__lte=now).delete()


def forget_names_of(player: User) -> None:
    PastName.objects.filter(player=player).delete()


def rename_player(player: User, name: str) -> None:
    """Rename the player. The name of an account must be unique, and no guest may have it. Raises
    `NameRefused`.
    """
    name = clean_name(name)
    check_free(name, but=player)
    before = player.name
    fields = fields_of(name, is_guest=player.is_guest)
    try:
        with transaction.atomic():
            # The filter keeps the handle of a guest who has just become an account.
            User.objects.filter(pk=player.pk, is_guest=player.is_guest).update(**fields)
    except IntegrityError as error:
        raise taken_name(name) from error
    bump_rooms(player.pk)
    player.refresh_from_db()
    if not player.is_guest:
        if before != player.name:
            keep_name(player, before)
        rename_guests_like(player)


def rename_guests_like(account: User) -> None:
    """Give another name to all guests whose names look like the account's."""
    if account.skeleton:
        alike = User.objects.filter(is_guest=True, is_active=True, skeleton=account.skeleton)
        for guest_id in list(alike.values_list("pk", flat=True)):
            rename_guest(guest_id)


def rename_guest(guest_id: int) -> None:
    """Give a guest a name that nobody chose, because an account has theirs."""
    name = f"Guest {secrets.randbelow(90_000) + 10_000}"
    # The filter leaves out a guest who has just become an account.
    guest = User.objects.filter(pk=guest_id, is_guest=True)
    if guest.update(**fields_of(name, is_guest=True)):
        bump_rooms(guest_id)


def fill_skeletons() -> None:
    """Bring the skeletons and folded forms of all names up to date: of those that the command line,
    a bot or version 1.0 has written.

    Of several accounts that look alike, or whose names are folded alike, only the oldest gets that
    form. All of them keep their names, and nobody else can take one.
    """
    # One after the other: each has its index.
    for outdated in (~Q(forms_of=F("name")), Q(skeleton="")):
        unknown = User.objects.filter(outdated, is_active=True).order_by("pk")
        for players in (unknown.filter(is_guest=False), unknown.filter(is_guest=True)):
            for batch in _batches(players.only("pk", "name", "is_guest", "is_bot")):
                _fill_all(batch)
    accounts = User.objects.filter(is_guest=False).exclude(skeleton="").values("skeleton")
    for guest in User.objects.filter(is_guest=True, is_active=True, skeleton__in=accounts):
        rename_guest(guest.pk)


def _batches(players: "QuerySet[User]") -> Iterable[list[User]]:
    last = 0
    while batch := list(players.filter(pk__gt=last)[:AT_ONCE]):
        yield batch
        last = batch[-1].pk


@transaction.atomic
def _fill_all(players: Iterable[User]) -> None:
    for player in players:
        _fill(player)


def _fill(player: User) -> None:
    # The filter on the name leaves out a player who has just taken another one.
    row = User.objects.filter(pk=player.pk, name=player.name)
    for fields in _possible_forms(player):
        try:
            with transaction.atomic():
                row.update(**fields)
                return
        except IntegrityError:
            continue  # an older account has one of these forms


def _possible_forms(player: User) -> Iterator[dict[str, str]]:
    """Yield what a player's row may say, the fullest first."""
    # Without a folded form the row stays outdated, so that it gets the form when the older account
    # leaves.
    nobody_signs_in = player.is_guest or player.is_bot
    full = fields_of(player.name, is_guest=nobody_signs_in)
    full.pop("username", None)
    yield full
    yield {**full, "skeleton": ""}
    yield {**full, "folded": "", "forms_of": ""}
    yield {"skeleton": "", "folded": "", "forms_of": ""}
