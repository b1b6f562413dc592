"""Fills in the forms of names, and renames guests whose names look like an account's."""

from collections.abc import Iterable, Iterator

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games.people.accounts.models import User
from games.people.accounts.names import fields_of
from games.site.account.membership.renaming import rename_guest

AT_ONCE = 200


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
    """Yield what a player's row may say, the fullest first. Without a folded form it stays
    outdated, so that it gets the form when the older account leaves.
    """
    nobody_signs_in = player.is_guest or player.is_bot
    full = fields_of(player.name, is_guest=nobody_signs_in)
    full.pop("username", None)
    yield full
    yield {**full, "skeleton": ""}
    yield {**full, "folded": "", "forms_of": ""}
    yield {"skeleton": "", "folded": "", "forms_of": ""}
