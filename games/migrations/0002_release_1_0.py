"""What the tables of release 1.0.0 have beyond the first migration.

It replaces 21 migrations. A database with all of them, as 1.0.0 leaves it, counts as migrated. An
older one needs 1.0.0 first, whose migrations also convert rows: `games.assembly.checks` refuses one
that has only some of the 21, and `refuse_old_rows` one that has none.
"""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.core.management.base import CommandError
from django.db import migrations, models

import games.platform.database.codes

REPLACED = """
0002_drop_unused_score_columns 0003_chained_logs 0004_names_out_of_logs 0005_verified_games
0006_fair_arenas 0007_pools 0008_sessions_of_players 0009_three_boards 0010_event_perfect
0011_one_switch_for_each_event 0012_conduct 0013_desk 0014_chat_by_age 0015_slow_mode
0016_second_factors 0017_past_names 0018_mail_of_decisions 0019_pauses_are_sanctions
0020_house_rules 0021_seats_on_one_device 0022_real_dice_games
"""


def refuse_old_rows(apps, schema_editor):
    """Raise CommandError if there are rows: only a new database takes these tables as they are."""
    User = apps.get_model("games", "User")
    Game = apps.get_model("games", "Game")
    if User.objects.exists() or Game.objects.exists():
        raise CommandError(
            "The database is older than release 1.0.0. Run `manage.py migrate` with 1.0.0 first."
        )


# One line for each field.
# fmt: off
class Migration(migrations.Migration):
    replaces = [("games", name) for name in REPLACED.split()]

    dependencies = [("games", "0001_tables")]

    operations = [
        migrations.RunPython(refuse_old_rows, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="rating", name="average_board"),
        migrations.RemoveIndex(model_name="rating", name="best_ever_board"),
        migrations.RemoveIndex(model_name="tally", name="best_board"),
        migrations.RemoveField(model_name="resultcounter", name="scored"),
        migrations.AddField(model_name="game", name="head", field=models.CharField(blank=True, db_default="", default="", help_text="The hash of its newest event; empty for games begun before logs were chained.", max_length=64)),
        migrations.AddField(model_name="gameevent", name="hash", field=models.CharField(blank=True, db_default="", default="", help_text="Of this event and all before it; empty in games begun before logs were chained.", max_length=64)),
        migrations.AlterField(model_name="gameevent", name="game", field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name="events", to="games.game")),
        migrations.CreateModel(name="GameSnapshot", fields=[("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to="games.game")), ("state", models.TextField(help_text="JSON, without names of players."))]),
        migrations.AlterField(model_name="fairlogentry", name="value", field=models.CharField(help_text="The commitment, the secret, or the hash of the last event, in hex.", max_length=64)),
        migrations.RemoveConstraint(model_name="fairlogentry", name="fair_log_code_ends_once"),
        migrations.AddConstraint(model_name="fairlogentry", constraint=models.UniqueConstraint(fields=("code", "kind"), name="fair_log_kind_once_a_code")),
        migrations.AddConstraint(model_name="fairlogentry", constraint=models.UniqueConstraint(condition=models.Q(("is_end", True)), fields=("code",), name="fair_log_code_ends_once")),
        migrations.RemoveField(model_name="game", name="snapshot"),
        migrations.AddField(model_name="foresight", name="version", field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text="Of the method: older figures are not used.")),
        migrations.AddField(model_name="game", name="fault", field=models.CharField(help_text="What is wrong with its record; null unless it is damaged.", max_length=200, null=True)),
        migrations.AddField(model_name="game", name="verified", field=models.BooleanField(db_default=False, default=False, help_text="Its record was verified after its end; without a fault it is sound.")),
        migrations.AddField(model_name="seatforesight", name="version", field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text="Of the method: older figures are not used.")),
        migrations.AddIndex(model_name="game", index=models.Index(condition=models.Q(("finished_at__isnull", False), ("verified", False)), fields=["finished_at"], name="game_to_verify")),
        migrations.AddIndex(model_name="game", index=models.Index(condition=models.Q(("fault__isnull", False)), fields=["id"], name="game_damaged")),
        migrations.AddIndex(model_name="seatforesight", index=models.Index(fields=["version", "id"], name="foresight_version")),
        migrations.AddField(model_name="tournamententry", name="leaves", field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="Games left; fewer after games played to the end.")),
        migrations.AddField(model_name="tournamententry", name="withheld", field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="Starts cancelled because they did not show their seed.")),
        migrations.AddField(model_name="tournamententry", name="paired_from", field=models.DateTimeField(help_text="Not paired before: they left a game.", null=True)),
        migrations.AddField(model_name="tournamententry", name="apart", field=models.JSONField(help_text="Players who used the same internet address in a game: not paired again.", null=True)),
        migrations.AddField(model_name="tournamententry", name="unscored", field=models.JSONField(help_text="The last games that gave no points: code of each, and why.", null=True)),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="rating", name="rating_once_a_variant"),
                migrations.RemoveConstraint(model_name="tally", name="tally_once_a_span"),
                migrations.RemoveIndex(model_name="rating", name="rating_board"),
                migrations.RemoveIndex(model_name="rating", name="wins_ever_board"),
                migrations.RemoveIndex(model_name="rating", name="best_table_board"),
                migrations.RemoveIndex(model_name="rating", name="best_solo_board"),
                migrations.RemoveIndex(model_name="rating", name="average_table_board"),
                migrations.RemoveIndex(model_name="rating", name="average_solo_board"),
                migrations.RemoveIndex(model_name="tally", name="wins_board"),
                migrations.RemoveIndex(model_name="tally", name="best_table_tally_board"),
                migrations.RemoveIndex(model_name="tally", name="best_solo_tally_board"),
                migrations.RemoveIndex(model_name="scorecard", name="card_of_player_variant"),
                migrations.RemoveIndex(model_name="scorecard", name="best_card"),
            ]
        ),
        migrations.RenameField(model_name="rating", old_name="variant", new_name="pool"),
        migrations.RenameField(model_name="tally", old_name="variant", new_name="pool"),
        migrations.RenameField(model_name="scorecard", old_name="variant", new_name="pool"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(model_name="rating", constraint=models.UniqueConstraint(fields=("player", "pool"), name="rating_once_a_variant")),
                migrations.AddConstraint(model_name="tally", constraint=models.UniqueConstraint(fields=("player", "pool", "span", "begins"), name="tally_once_a_span")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("listed", True)), fields=["pool", "-shown", "id"], name="rating_board")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("eligible", True), ("wins__gt", 0)), fields=["pool", "-wins", "id"], name="wins_ever_board")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("eligible", True), ("best_table__isnull", False)), fields=["pool", "-best_table", "id"], name="best_table_board")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("eligible", True), ("best_solo__isnull", False)), fields=["pool", "-best_solo", "id"], name="best_solo_board")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("eligible", True), ("average_table__isnull", False)), fields=["pool", "-average_table", "id"], name="average_table_board")),
                migrations.AddIndex(model_name="rating", index=models.Index(condition=models.Q(("eligible", True), ("average_solo__isnull", False)), fields=["pool", "-average_solo", "id"], name="average_solo_board")),
                migrations.AddIndex(model_name="tally", index=models.Index(condition=models.Q(("eligible", True), ("wins__gt", 0)), fields=["pool", "span", "begins", "-wins", "id"], name="wins_board")),
                migrations.AddIndex(model_name="tally", index=models.Index(condition=models.Q(("eligible", True), ("best_table__isnull", False)), fields=["pool", "span", "begins", "-best_table", "id"], name="best_table_tally_board")),
                migrations.AddIndex(model_name="tally", index=models.Index(condition=models.Q(("eligible", True), ("best_solo__isnull", False)), fields=["pool", "span", "begins", "-best_solo", "id"], name="best_solo_tally_board")),
                migrations.AddIndex(model_name="scorecard", index=models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["player", "pool", "-finished_at"], name="card_of_player_variant")),
                migrations.AddIndex(model_name="scorecard", index=models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["player", "pool", "-final_total", "finished_at", "id"], name="best_card")),
            ]
        ),
        migrations.AlterField(model_name="rating", name="pool", field=models.CharField(help_text="Of results: a variant, and whose dice.", max_length=20)),
        migrations.AlterField(model_name="tally", name="pool", field=models.CharField(help_text="Of results: a variant, and whose dice.", max_length=20)),
        migrations.AlterField(model_name="scorecard", name="pool", field=models.CharField(blank=True, default="", help_text="Of results: a variant, and whose dice.", max_length=20)),
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
        migrations.RemoveConstraint(model_name="tally", name="tally_once_a_span"),
        migrations.RemoveIndex(model_name="rating", name="wins_ever_board"),
        migrations.RemoveIndex(model_name="rating", name="average_table_board"),
        migrations.RemoveIndex(model_name="rating", name="average_solo_board"),
        migrations.RemoveIndex(model_name="tally", name="wins_board"),
        migrations.RemoveIndex(model_name="tally", name="best_table_tally_board"),
        migrations.RemoveIndex(model_name="tally", name="best_solo_tally_board"),
        migrations.RemoveIndex(model_name="skill", name="skill_board"),
        migrations.RemoveField(model_name="rating", name="best_game"),
        migrations.RemoveField(model_name="rating", name="last_totals"),
        migrations.RemoveField(model_name="rating", name="average"),
        migrations.RemoveField(model_name="rating", name="totals_table"),
        migrations.RemoveField(model_name="rating", name="average_table"),
        migrations.RemoveField(model_name="rating", name="totals_solo"),
        migrations.RemoveField(model_name="rating", name="average_solo"),
        migrations.RemoveField(model_name="tally", name="span"),
        migrations.RemoveField(model_name="tally", name="best"),
        migrations.RemoveField(model_name="tally", name="best_game"),
        migrations.RemoveField(model_name="tally", name="best_table"),
        migrations.RemoveField(model_name="tally", name="best_table_game"),
        migrations.RemoveField(model_name="tally", name="best_solo"),
        migrations.RemoveField(model_name="tally", name="best_solo_game"),
        migrations.RemoveField(model_name="skill", name="eligible"),
        migrations.RemoveField(model_name="skill", name="luck"),
        migrations.RemoveField(model_name="skill", name="margin"),
        migrations.RemoveField(model_name="skill", name="adjusted_margin"),
        migrations.RemoveField(model_name="seatanalysis", name="luck"),
        migrations.RemoveField(model_name="seatanalysis", name="margin"),
        migrations.RemoveField(model_name="seatanalysis", name="adjusted_margin"),
        migrations.AlterField(model_name="tally", name="begins", field=models.DateField(help_text="The Monday (UTC).")),
        migrations.AlterField(model_name="tally", name="wins", field=models.PositiveIntegerField()),
        migrations.AddConstraint(model_name="tally", constraint=models.UniqueConstraint(fields=("player", "pool", "begins"), name="tally_once_a_week")),
        migrations.AddIndex(model_name="tally", index=models.Index(condition=models.Q(("eligible", True)), fields=["pool", "begins", "-wins", "id"], name="week_board")),
        migrations.AddField(model_name="tournament", name="perfect", field=models.IntegerField(help_text="What perfect play without foresight scores with these dice; null until it is computed, 0 if it cannot be.", null=True)),
        migrations.AddIndex(model_name="tournament", index=models.Index(condition=models.Q(("finished_at__isnull", False), ("kind", "duplicate"), ("perfect", None)), fields=["-finished_at"], name="tournament_imperfect")),
        migrations.AddField(model_name="notificationchoice", name="turn", field=models.BooleanField(default=True)),
        migrations.AddField(model_name="notificationchoice", name="over", field=models.BooleanField(default=True)),
        migrations.AddField(model_name="notificationchoice", name="challenge", field=models.BooleanField(default=True)),
        migrations.AddField(model_name="notificationchoice", name="mail", field=models.CharField(choices=[("never", "Never"), ("instead", "Instead"), ("always", "Always")], default="never", help_text="Whether news come by mail: instead of a notification where no browser can show one, or always.", max_length=10)),
        migrations.RemoveField(model_name="notificationchoice", name="push_turn"),
        migrations.RemoveField(model_name="notificationchoice", name="push_over"),
        migrations.RemoveField(model_name="notificationchoice", name="push_challenge"),
        migrations.RemoveField(model_name="notificationchoice", name="mail_turn"),
        migrations.RemoveField(model_name="notificationchoice", name="mail_over"),
        migrations.RemoveField(model_name="notificationchoice", name="mail_challenge"),
        migrations.RemoveField(model_name="notificationchoice", name="both"),
        migrations.AddField(model_name="room", name="strangers", field=models.BooleanField(db_default=False, default=False, help_text="People meet here without a private link: phrases only until they open the chat.")),
        migrations.AddField(model_name="room", name="talk", field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
        migrations.AddField(model_name="user", name="chat_off", field=models.BooleanField(db_default=False, default=False, help_text="The player wants no chat at any table.")),
        migrations.AddField(model_name="user", name="contact_rev", field=models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text="Counts changes of whom the player hears, and of their sanctions.")),
        migrations.AddField(model_name="user", name="locked", field=models.BooleanField(db_default=False, default=False, help_text="A family lock is on.")),
        migrations.AddField(model_name="user", name="silenced", field=models.ManyToManyField(blank=True, related_name="silenced_by", to=settings.AUTH_USER_MODEL)),
        migrations.CreateModel(
            name="FamilyMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("member", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("owner", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="family", to=settings.AUTH_USER_MODEL)),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("owner", "member"), name="family_member_once")]},
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("warning", "Warning"), ("no chat", "No Chat"), ("no rated", "No Rated"), ("no events", "No Events"), ("closed", "Closed")], max_length=10)),
                ("reason", models.CharField(help_text="The id of a reason of the desk's list.", max_length=30)),
                ("words", models.TextField(blank=True, default="", help_text="What the moderator adds.")),
                ("automatic", models.BooleanField(default=False, help_text="Decided by the site itself.")),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(help_text="Null: for good.", null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField(help_text="When the player read it.", null=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sanctions", to=settings.AUTH_USER_MODEL)),
            ],
            options={"indexes": [models.Index(condition=models.Q(("undone_at", None)), fields=["player", "kind"], name="sanction_of_player")]},
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveBigIntegerField(unique=True)),
                ("at", models.DateTimeField()),
                ("actor", models.BigIntegerField(help_text="The id of the moderator; null: the site.", null=True)),
                ("action", models.CharField(max_length=20)),
                ("data", models.JSONField(default=dict)),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={"ordering": ("seq",)},
        ),
        migrations.AddField(model_name="user", name="desk_role", field=models.CharField(blank=True, db_default="", default="", help_text="helper or moderator: what the player may decide at the desk.", max_length=10)),
        migrations.AddField(model_name="user", name="has_decision", field=models.BooleanField(db_default=False, default=False, help_text="A decision about the player waits to be read.")),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                ("judged_at", models.DateTimeField(null=True)),
                ("granted", models.BooleanField(null=True)),
                ("answer", models.CharField(blank=True, default="", max_length=1000)),
                ("judged_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("sanction", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="appeal", to="games.sanction")),
            ],
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(help_text='What it is about: "player:5".', max_length=40)),
                ("state", models.CharField(choices=[("open", "Open"), ("second", "Second"), ("closed", "Closed")], default="open", max_length=10)),
                ("about_talk", models.BooleanField(default=False, help_text="Helpers may decide it.")),
                ("evidence", models.JSONField(default=list)),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("note", models.TextField(blank=True, default="", help_text="For the second opinion.")),
                ("asked_by", models.ForeignKey(help_text="Wants a second opinion.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("decided_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("subject", models.ForeignKey(help_text="Whom it concerns, if known.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(model_name="sanction", name="case", field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="sanctions", to="games.case")),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=20)),
                ("text", models.CharField(blank=True, default="", max_length=500)),
                ("at", models.DateTimeField()),
                ("upheld", models.BooleanField(null=True)),
                ("case", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.case")),
                ("reporter", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="reports", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(model_name="case", index=models.Index(condition=models.Q(("state", "closed"), _negated=True), fields=["opened_at"], name="case_open")),
        migrations.AddIndex(model_name="case", index=models.Index(fields=["closed_at"], name="case_closed")),
        migrations.AddConstraint(model_name="case", constraint=models.UniqueConstraint(condition=models.Q(("state", "closed"), _negated=True), fields=("key",), name="one_open_case")),
        migrations.AddConstraint(model_name="report", constraint=models.UniqueConstraint(fields=("case", "reporter"), name="one_report_a_case")),
        migrations.AddIndex(model_name="chatmessage", index=models.Index(fields=["at"], name="chat_by_age")),
        migrations.CreateModel(name="SlowMode", fields=[("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")), ("until", models.DateTimeField())]),
        migrations.AddField(model_name="outgoingmail", name="details", field=models.TextField(blank=True, db_default="", default="", help_text="What the mail says, as JSON.")),
        migrations.AlterField(model_name="outgoingmail", name="kind", field=models.CharField(choices=[("reset", "Reset"), ("confirm", "Confirm"), ("new device", "New Device")], max_length=20)),
        migrations.CreateModel(
            name="Authenticator",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.BinaryField(help_text="Encrypted (games.platform.encryption).")),
                ("last_step", models.BigIntegerField(default=0, help_text="Of the last code that was used.")),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="authenticator", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("credential", models.BinaryField(max_length=1023, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField(default=0)),
                ("name", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="passkeys", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")), ("hash", models.CharField(max_length=64)), ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL))],
            options={"constraints": [models.UniqueConstraint(fields=("player", "hash"), name="recovery_code_once")]},
        ),
        migrations.CreateModel(
            name="PastName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20)),
                ("until", models.DateTimeField(db_index=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="past_names", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.RemoveConstraint(model_name="outgoingmail", name="one_mail_an_address"),
        migrations.AlterField(model_name="outgoingmail", name="kind", field=models.CharField(choices=[("reset", "Reset"), ("confirm", "Confirm"), ("new device", "New Device"), ("decision", "Decision")], max_length=20)),
        migrations.AddConstraint(model_name="outgoingmail", constraint=models.UniqueConstraint(models.F("kind"), django.db.models.functions.text.Lower("address"), condition=models.Q(("kind", "decision"), _negated=True), name="one_mail_an_address")),
        migrations.RemoveField(model_name="user", name="paused_until"),
        migrations.AlterField(model_name="challenge", name="variant", field=models.CharField(max_length=200)),
        migrations.AlterField(model_name="game", name="variant", field=models.CharField(max_length=200)),
        migrations.AlterField(model_name="room", name="variant", field=models.CharField(max_length=200)),
        migrations.AlterField(model_name="seatanalysis", name="variant", field=models.CharField(max_length=200)),
        migrations.CreateModel(
            name="KeptRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=30)),
                ("text", models.CharField(help_text="The id of the rules.", max_length=200)),
                ("kept_at", models.DateTimeField(auto_now_add=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="kept_rules", to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ("-kept_at", "-pk"), "constraints": [models.UniqueConstraint(fields=("player", "name"), name="kept_rules_name_once")]},
        ),
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(help_text="The id of the rules.", max_length=200, unique=True)),
                ("state", models.CharField(choices=[("waiting", "Waiting"), ("solving", "Solving"), ("solved", "Solved"), ("failed", "Failed")], default="waiting", max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("solved_at", models.DateTimeField(null=True)),
                ("expected", models.FloatField(help_text="What perfect play scores on average.", null=True)),
                ("sd", models.FloatField(help_text="The standard deviation of that score.", null=True)),
                ("asker", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"indexes": [models.Index(fields=["state", "asked_at"], name="rule_set_queue"), models.Index(fields=["asked_at"], name="rule_set_unused")], "constraints": [models.UniqueConstraint(condition=models.Q(("state", "solving")), fields=("state",), name="rule_set_solved_one_at_a_time")]},
        ),
        migrations.AddField(model_name="seat", name="lender", field=models.ForeignKey(help_text="Who added the player on their device.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
        migrations.AddField(model_name="seat", name="offer", field=models.CharField(blank=True, db_default="", default="", help_text="Hash of the word by which one person can take the seat over.", max_length=64)),
        migrations.AddField(model_name="seat", name="offer_until", field=models.DateTimeField(help_text="When that word is void.", null=True)),
        migrations.AddField(model_name="seat", name="operator", field=models.ForeignKey(help_text="Who acts for the player of this seat, on their own device.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="operated_seats", to=settings.AUTH_USER_MODEL)),
        migrations.AlterField(model_name="game", name="replay", field=models.BooleanField(db_default=False, default=False, help_text="Replays an older game's dice, shares its dice, or has players who share a device; never counted.")),
        migrations.CreateModel(
            name="RealDiceGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.platform.database.codes.new_code, max_length=16, unique=True)),
                ("text", models.CharField(help_text="The id of the rules.", max_length=200)),
                ("digest", models.CharField(help_text="SHA-256 of the card.", max_length=64)),
                ("card", models.JSONField(help_text="Names and turns: games.site.study.real_dice.card.Upload.")),
                ("verdict", models.JSONField()),
                ("kept_at", models.DateTimeField(auto_now_add=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="real_dice_games", to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ("-kept_at", "-pk"), "constraints": [models.UniqueConstraint(fields=("player", "digest"), name="real_dice_game_once")]},
        ),
    ]
