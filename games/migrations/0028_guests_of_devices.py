"""Players on somebody's device belong to the person who acts for them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

AT_ONCE = 500


def find_owners(apps, schema_editor):
    """Give the guests that are known to share a device to those who acted for them."""
    by_guest = {**_of_logs(apps), **_of_seats(apps)}
    users = apps.get_model("games", "User")
    guests = list(by_guest)
    for first in range(0, len(guests), AT_ONCE):
        found = list(users.objects.filter(pk__in=guests[first : first + AT_ONCE], is_guest=True))
        for guest in found:
            guest.added_by_id = by_guest[guest.pk]
        users.objects.bulk_update(found, ["added_by"])


def _of_logs(apps):
    """Return who acted last for the guest of each seat, by games: "81.4:c1" is a command of player
    81 for seat 4.
    """
    players = {}
    events = apps.get_model("games", "GameEvent").objects.filter(by__contains=".").order_by("pk")
    cards = apps.get_model("games", "Scorecard").objects
    owners = {}
    for game, by in events.values_list("game", "by").iterator(chunk_size=2000):
        operator, dot, seat = by.partition(":")[0].partition(".")
        if not dot:
            continue
        if game not in players:
            found = cards.filter(game=game).values_list("seat", "player")
            players = {game: dict(found)}
        guest = players[game].get(int(seat))
        if guest is not None and guest != int(operator):
            owners[guest] = int(operator)
    existing = _existing(apps, set(owners.values()))
    return {guest: owner for guest, owner in owners.items() if owner in existing}


def _existing(apps, ids):
    ids, users = sorted(ids), apps.get_model("games", "User").objects
    found = set()
    for first in range(0, len(ids), AT_ONCE):
        chunk = ids[first : first + AT_ONCE]
        found.update(users.filter(pk__in=chunk, is_active=True).values_list("pk", flat=True))
    return found


def _of_seats(apps):
    """Return who acts now for the guest of each seat, or who added them."""
    seats = apps.get_model("games", "Seat").objects.exclude(player=None)
    acted = seats.exclude(operator=None, lender=None)
    return {
        player: operator or lender
        for player, operator, lender in acted.values_list("player", "operator", "lender")
        if player != (operator or lender)
    }


class Migration(migrations.Migration):
    dependencies = [("games", "0027_places_in_queues")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="added_by",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                editable=False,
                help_text="Of a guest on somebody's device: who acts for them, and renames and "
                "deletes them.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="added",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(find_owners, migrations.RunPython.noop),
    ]
