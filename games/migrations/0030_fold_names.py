"""Fold the names of all accounts, and make all skeletons with today's table of lookalikes.

Of several accounts with the same form, the oldest gets it. The others keep their names, and their
owners sign in by the very name. What version 1.0 writes beside it, the job of guests brings up to
date.
"""

from django.db import IntegrityError, migrations, transaction

from games.people.accounts.folding import fold
from games.people.accounts.lookalikes import skeleton

AT_ONCE = 500


def fill(apps, schema_editor):
    players = apps.get_model("games", "User").objects.using(schema_editor.connection.alias)
    # Twice: a skeleton may be free only after the row that had it has got another one.
    for outdated in ({"forms_of": ""}, {"skeleton": ""}):
        last = 0
        waiting = players.filter(is_active=True, **outdated).order_by("pk")
        rows = ("pk", "name", "is_guest", "is_bot")
        while batch := list(waiting.filter(pk__gt=last).values_list(*rows)[:AT_ONCE]):
            with transaction.atomic(using=players.db):
                for row in batch:
                    fill_one(players, *row)
            last = batch[-1][0]


def fill_one(players, pk, name, is_guest, is_bot):
    folded = "" if is_guest or is_bot else fold(name)
    look = skeleton(name)
    for fields in (
        {"skeleton": look, "folded": folded, "forms_of": name},
        {"skeleton": "", "folded": folded, "forms_of": name},
        {"skeleton": look, "folded": "", "forms_of": ""},
        {"skeleton": "", "folded": "", "forms_of": ""},
    ):
        try:
            with transaction.atomic(using=players.db):
                players.filter(pk=pk, name=name).update(**fields)
                return
        except IntegrityError:
            continue  # an older account has one of these forms


class Migration(migrations.Migration):
    # Each batch for itself: version 1.0 goes on writing rows.
    atomic = False
    dependencies = [("games", "0029_folded_names")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
