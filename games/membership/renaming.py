"""Give a player another name."""

from django.db import IntegrityError, transaction

from games.accounts.names import check_free, clean_name, handle, taken_name
from games.membership.tables import bump_rooms
from games.models import User


def do_rename(player: User, name: str) -> None:
    """Give the player another name, unique if it is an account's. Raises `NameRefused`."""
    name = clean_name(name)
    fields = {"name": name}
    if not player.is_guest:
        check_free(name, but=player)
        fields["username"] = handle(name)
    try:
        with transaction.atomic():
            # The filter keeps a guest's handle from an account that he became meanwhile.
            User.objects.filter(pk=player.pk, is_guest=player.is_guest).update(**fields)
    except IntegrityError as error:
        raise taken_name() from error
    bump_rooms(player.pk)
    player.refresh_from_db()
