"""Take the names of players out of logs and snapshots: scorecards have them."""

import json

from django.db import migrations

CHUNK = 500


def without_names(record):
    """Return the first event or a snapshot, as JSON text, without the names of its seats."""
    data = json.loads(record)
    for seats in (data["seats"], (data.get("round") or {}).get("seats", ())):
        for seat in seats:
            seat.pop("name", None)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def clean(apps, schema_editor):
    """Clean the first events, and move the snapshots of running games.

    Those of games that are over are not needed: nobody goes on with them.
    """
    events = apps.get_model("games", "GameEvent").objects.filter(type="game.started")
    for event in events.order_by("pk").only("data").iterator(chunk_size=CHUNK):
        cleaned = without_names(event.data)
        if cleaned != event.data:
            events.filter(pk=event.pk).update(data=cleaned)
    snapshots = apps.get_model("games", "GameSnapshot").objects
    games = apps.get_model("games", "Game").objects.filter(status="playing").exclude(snapshot="")
    rows = games.order_by("pk").values_list("pk", "snapshot")
    for pk, snapshot in rows.iterator(chunk_size=CHUNK):
        snapshots.create(pk=pk, state=without_names(snapshot))
    # The next operation changes a table that the new rows refer to.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("games", "0003_chained_logs")]

    operations = [
        migrations.RunPython(clean, migrations.RunPython.noop),
        migrations.RemoveField(model_name="game", name="snapshot"),
    ]
