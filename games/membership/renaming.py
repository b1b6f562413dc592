"""Rename a player."""

from django.db import IntegrityError, transaction

from games.accounts.names import check_free, clean_name, handle, taken_name
from games.models import User
from games.rooms import bump_rooms


def do_rename(player: User, name: str) -> None:
    """Rename the player. The name of an account must be unique. Raises `NameRefused`."""
    name = clean_name(name)
    fields = {"name": name}
    if not player.is_guest:
        check_free(name, but=player)
        fields["username"] = handle(name)
    try:
        with transaction.atomic():
            # The filter keeps the handle of a guest who has just become an account.
            User.objects.filter(pk=player.pk, is_guest=player.is_guest).update(**fields)
    except IntegrityError as error:
        raise taken_name() from error
    bump_rooms(player.pk)
    player.refresh_from_db()
