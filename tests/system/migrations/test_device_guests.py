"""Guests who share a device since before an update belong to the person who acts for them."""

from importlib import import_module

from django.apps import apps

from games.core.engine import Roll
from games.models import Seat, User
from games.tables.rooms import local_seats, seating, starting
from tests.support.desk import act
from tests.support.people import current_game, seated

migration = import_module("games.migrations.0028_guests_of_devices")


def test_it_finds_their_owners(alice: User, bob: User) -> None:
    # By the seats of tables; and where a seat is free again, by the commands in the log.
    room = seated(alice)
    for number, name in enumerate(("Tom", "Mia"), 1):
        local_seats.add(room.pk, alice.pk, name)
        seating.set_seed(room.pk, alice.pk, f"local{number}", number=number)
    starting.start(room.pk, alice.pk)
    act(current_game(room), 0, Roll(1, 0), by=f"{bob.pk}.1:c.1")
    Seat.objects.filter(number=1).update(player=None, operator=None, lender=None)
    User.objects.update(added_by=None)
    migration.find_owners(apps, None)
    owned = User.objects.exclude(added_by=None).values_list("name", "added_by")
    assert dict(owned) == {"Tom": bob.pk, "Mia": alice.pk}
