"""Sessions that name their player, instead of those of django.contrib.sessions."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models

CHUNK = 1000


def move_sessions(apps, schema_editor):
    """Move all sessions, and drop the old table. A new database has none."""
    connection = schema_editor.connection
    if "django_session" in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO games_session (session_key, session_data, expire_date)"
                " SELECT session_key, session_data, expire_date FROM django_session"
            )
            cursor.execute("DROP TABLE django_session")


def name_players(apps, schema_editor):
    """Fill the column from what the sessions hold. What cannot be decoded signs nobody in."""
    sessions = apps.get_model("games", "Session").objects
    decode = SessionStore().decode
    after = ""
    while rows := list(sessions.filter(pk__gt=after).order_by("pk")[:CHUNK]):
        for row in rows:
            row.player_id = decode(row.session_data).get(SESSION_KEY)
        sessions.bulk_update(rows, ["player"], batch_size=CHUNK)
        after = rows[-1].pk


# One line for each field.
# fmt: off
class Migration(migrations.Migration):
    dependencies = [("games", "0007_pools")]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key")),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("player", models.ForeignKey(db_constraint=False, help_text="Who is signed in; null for nobody.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(move_sessions, migrations.RunPython.noop),
        migrations.RunPython(name_players, migrations.RunPython.noop),
    ]
