"""All tables as of 47 migrations that development versions had. Nothing was released with them.

A database that has all of them counts as migrated. `games.assembly.checks` refuses one that has
only some.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.platform.database.codes

REPLACED = """
0001_initial 0002_people_and_boards 0003_paired_rooms 0004_results_and_boards
0005_best_and_wins_of_all_time 0006_uncounted_games 0007_analyses 0008_stand_ins
0009_ended_rooms 0010_replays 0011_etiquette 0012_look_not_verdict 0013_final_total
0014_indexes_of_cards 0015_remove_ticket_waves 0016_remove_game_seq 0017_outgoing_mail
0018_dice_counts 0019_score_boards 0020_sealed_seeds 0021_game_addresses 0022_public_log
0023_name_skeletons 0024_encrypted_secrets 0025_analyses_by_player 0026_preferences_and_avatars
0027_home_page 0028_shared_dice 0029_daily 0030_foresight 0031_tournaments
0032_tables_of_tournaments 0033_rounds 0034_rounds_of_rooms 0035_same_dice
0036_same_dice_of_rooms 0037_puzzles 0038_duplicate_events 0039_duplicate_series
0040_totals_in_duplicate_events 0041_rounds_of_duplicate_tables 0042_dice_of_tournaments
0043_dice_of_series 0044_notifications 0045_turn_watch 0046_mail_about_challenges
0047_foresight_of_tables
"""


def vacuum_ratings_often(apps, schema_editor):
    """Places are counted within indexes, which is quick while few pages have changed since the
    last vacuum. Each game changes a few rows of this small table; the default waits for a fifth.
    """
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE games_rating SET (autovacuum_vacuum_scale_factor = 0.01)"
        )


# One line for each field.
# fmt: off
class Migration(migrations.Migration):
    initial = True

    replaces = [("games", name) for name in REPLACED.split()]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                (
                    "username",
                    models.CharField(error_messages={"unique": "A user with that username already exists."}, help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.", max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name="username"),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                ("is_active", models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active")),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("name", models.CharField(max_length=20)),
                ("skeleton", models.CharField(blank=True, db_default="", default="", editable=False, help_text="The same for all names that look alike; empty while unknown, and for an account whose name looks like an older one's.", max_length=150)),
                ("is_guest", models.BooleanField(default=False)),
                ("is_bot", models.BooleanField(default=False)),
                ("leaves", models.FloatField(default=0, help_text="Rated games left; decays with those finished.")),
                ("paused_until", models.DateTimeField(help_text="No rated games before; for leavers.", null=True)),
                ("avatar", models.CharField(blank=True, db_default="", default="", help_text="The drawing that an account chose; empty for its signal flags.", max_length=20)),
                ("preferences", models.TextField(blank=True, db_default="", default="", editable=False, help_text="The settings of an account as JSON; empty before its first choice.")),
                ("listed_online", models.BooleanField(db_default=True, default=True, help_text="The community names them while they are online.")),
                ("seen_at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("blocked", models.ManyToManyField(blank=True, related_name="blocked_by", to=settings.AUTH_USER_MODEL)),
                ("groups", models.ManyToManyField(blank=True, help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.", related_name="user_set", related_query_name="user", to="auth.group", verbose_name="groups")),
                ("user_permissions", models.ManyToManyField(blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions")),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
                "indexes": [models.Index(fields=["skeleton"], name="user_skeleton")],
                "constraints": [models.UniqueConstraint(django.db.models.functions.text.Lower("username"), name="user_username_any_case"), models.UniqueConstraint(condition=models.Q(("is_guest", False), models.Q(("skeleton", ""), _negated=True)), fields=("skeleton",), name="user_skeleton_once")],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="DiceCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("period", models.CharField(help_text='"2026-01-31", or "total".', max_length=10, unique=True)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("counts", models.JSONField(default=dict, help_text="By number of faces, kind, row and face.")),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=16, unique=True)),
                ("number", models.PositiveIntegerField(help_text="1 for a room's first game.")),
                ("variant", models.CharField(max_length=20)),
                ("switches", models.JSONField(default=dict)),
                ("status", models.CharField(choices=[("playing", "Playing"), ("finished", "Finished"), ("aborted", "Aborted"), ("cancelled", "Cancelled")], default="playing", max_length=12)),
                ("mode", models.CharField(db_default="turns", default="turns", help_text="turns or rounds", max_length=8)),
                ("dice", models.CharField(db_default="own", default="own", help_text="own or same: whether they depend on the seat.", max_length=4)),
                ("rated", models.BooleanField(default=False)),
                ("uncounted", models.CharField(blank=True, db_default="", default="", help_text="Why a rated game changes no rating; set at its start, or when its result is counted.", max_length=12)),
                ("replay", models.BooleanField(db_default=False, default=False, help_text="Replays an older game's dice, or shares its dice; never counted.")),
                ("share", models.CharField(help_text="The name of the group of games that share secret and dice; null without one.", max_length=16, null=True)),
                ("demo", models.BooleanField(db_default=False, default=False, help_text="Bots show the game; never counted.")),
                ("log_pending", models.BooleanField(db_default=False, default=False, help_text="The public log awaits its end.")),
                ("result_at", models.DateTimeField(help_text="When its result was counted.", null=True)),
                ("result_number", models.PositiveBigIntegerField(help_text="Its place in the order of all counted results.", null=True, unique=True)),
                ("analysed", models.PositiveSmallIntegerField(db_default=0, default=0, help_text="Version of the analysis that is stored; 0: none yet.")),
                ("dice_counted", models.BooleanField(db_default=False, default=False, help_text="Its dice are in the counts of all dice.")),
                ("foresight_counted", models.BooleanField(help_text="Of a counted game of people with the same dice at one table: whether its foresight is stored. Null for all others.", null=True)),
                ("deadline", models.DateTimeField(help_text="When the server acts if no player has.", null=True)),
                ("snapshot", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("deadline__isnull", False), ("status", "playing")), fields=["deadline"], name="game_deadline"),
                    models.Index(condition=models.Q(("status", "playing")), fields=["created_at"], name="game_playing"),
                    models.Index(condition=models.Q(("log_pending", True)), fields=["status"], name="game_log_pending"),
                    models.Index(condition=models.Q(("share__isnull", False)), fields=["share", "status"], name="game_of_share"),
                    models.Index(condition=models.Q(("replay", False), ("result_at", None), ("status", "finished")), fields=["finished_at"], name="game_without_result"),
                    models.Index(condition=models.Q(("status", "finished")), fields=["analysed", "finished_at"], name="game_to_analyse"),
                    models.Index(condition=models.Q(("foresight_counted", False)), fields=["id"], name="game_foresight"),
                    models.Index(condition=models.Q(("dice_counted", False), ("finished_at__isnull", False), ("replay", False)), fields=["finished_at"], name="game_with_new_dice"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeMark",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("upto", models.BigIntegerField(help_text="Milliseconds since 1970, or the number of a result.")),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=8, unique=True)),
                ("last", models.BigIntegerField(default=0, help_text="The id of the last row that was read.")),
            ],
        ),
        migrations.CreateModel(
            name="ResultCounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last", models.PositiveBigIntegerField(default=0)),
                ("scored", models.PositiveBigIntegerField(db_default=0, default=0, help_text="The last result on the score boards.")),
            ],
        ),
        migrations.CreateModel(
            name="TurnWatch",
            fields=[
                ("game", models.CharField(help_text="The game's code.", max_length=16, primary_key=True, serialize=False)),
                ("room", models.CharField(help_text="The room's code.", max_length=16)),
                ("deadline", models.BigIntegerField(help_text="Of the turn, in milliseconds since 1970.")),
                ("looks", models.PositiveSmallIntegerField(help_text="How often the worker has looked.")),
                ("look_at", models.DateTimeField(db_index=True, help_text="When it looks again.")),
            ],
        ),
        migrations.CreateModel(
            name="UsedSeal",
            fields=[
                ("seal", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="NotificationChoice",
            fields=[
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("push_turn", models.BooleanField(default=True)),
                ("push_over", models.BooleanField(default=True)),
                ("push_challenge", models.BooleanField(default=True)),
                ("mail_turn", models.BooleanField(default=False)),
                ("mail_over", models.BooleanField(default=False)),
                ("mail_challenge", models.BooleanField(db_default=False, default=False)),
                ("both", models.BooleanField(default=False, help_text="Mail also if a browser is notified.")),
                ("confirmed", models.CharField(blank=True, default="", help_text="The address that was confirmed.", max_length=254)),
            ],
        ),
        migrations.CreateModel(
            name="Daily",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(help_text="UTC.")),
                ("variant", models.CharField(max_length=20)),
                ("share", models.CharField(help_text="The `DiceShare` with its dice.", max_length=16, unique=True)),
                ("revealed_at", models.DateTimeField(help_text="When everybody could see the dice.", null=True)),
                ("perfect", models.IntegerField(help_text="The score of perfect play without foresight with these dice.", null=True)),
                ("settled", models.BooleanField(db_default=False, default=False, help_text="All results are in the weekly totals.")),
                ("judged", models.BooleanField(db_default=False, default=False, help_text="All results are analysed.")),
            ],
            options={
                "verbose_name_plural": "dailies",
                "indexes": [models.Index(condition=models.Q(("judged", False)), fields=["day"], name="daily_at_work")],
                "constraints": [models.UniqueConstraint(fields=("variant", "day"), name="daily_once_a_day")],
            },
        ),
        migrations.CreateModel(
            name="DailyMiss",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.CharField(help_text="In the one-line text form.", max_length=200)),
                ("best", models.JSONField(help_text="The best choice, as in analyses.")),
                ("missed", models.PositiveIntegerField(help_text="How many players chose another.")),
                ("given_up", models.FloatField(help_text="The points that all of them gave up.")),
                ("daily", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="misses", to="games.daily")),
            ],
            options={
                "verbose_name_plural": "daily misses",
                "constraints": [models.UniqueConstraint(fields=("daily", "position"), name="daily_miss_once")],
            },
        ),
        migrations.CreateModel(
            name="DailyScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("total", models.IntegerField()),
                ("players", models.PositiveIntegerField()),
                ("daily", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="scores", to="games.daily")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("daily", "total"), name="daily_score_once")],
            },
        ),
        migrations.CreateModel(
            name="DailyWeek",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("begins", models.DateField(help_text="The Monday.")),
                ("points", models.PositiveIntegerField(default=0)),
                ("days", models.PositiveSmallIntegerField(default=0)),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="daily_weeks", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(fields=["variant", "begins", "-points", "id"], name="daily_week_board")],
                "constraints": [models.UniqueConstraint(fields=("player", "variant", "begins"), name="daily_week_once")],
            },
        ),
        migrations.CreateModel(
            name="DiceSecret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="The game's code.", max_length=16, unique=True)),
                ("secret", models.BinaryField(help_text="Encrypted; in old rows plain.", max_length=80)),
                ("open", models.BooleanField(db_default=False, default=False, help_text="Its commitment is in the public log and has not ended there.")),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("open", True)), fields=["code"], name="secret_open")],
            },
        ),
        migrations.CreateModel(
            name="DiceShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=16, unique=True)),
                ("closed", models.BooleanField(db_default=False, default=False, help_text="No further game may begin; the secret is known.")),
                ("foresight_counted", models.BooleanField(db_default=False, default=False, help_text="The foresight of all its games is stored.")),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("closed", True), ("foresight_counted", False)), fields=["id"], name="share_foresight")],
            },
        ),
        migrations.CreateModel(
            name="FairLogEntry",
            fields=[
                ("index", models.BigIntegerField(help_text="From 1, without gaps.", primary_key=True, serialize=False)),
                ("at", models.BigIntegerField(help_text="Milliseconds since 1970, UTC.")),
                ("kind", models.CharField(max_length=12)),
                ("code", models.CharField(help_text="The game's code.", max_length=16)),
                ("is_end", models.BooleanField(help_text="Whether it reveals the secret.")),
                ("value", models.CharField(help_text="The commitment or the secret, in hex.", max_length=64)),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("code", "is_end"), name="fair_log_code_ends_once")],
            },
        ),
        migrations.CreateModel(
            name="Foresight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("choices", models.PositiveIntegerField()),
                ("loss", models.FloatField(help_text="Points that these choices gave up, by the analysis.")),
                ("surplus", models.FloatField(help_text="What the dice gave back above the average, in points.")),
                ("variance", models.FloatField(help_text="Of the surplus, with fair dice.")),
                ("score", models.FloatField(help_text="Sum of the standardised surpluses.")),
                ("tilt_1", models.FloatField()),
                ("tilt_2", models.FloatField()),
                ("tilt_3", models.FloatField()),
                ("tilt_4", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("evidence", models.FloatField(help_text="Now: at 4, one honest player in 10,000 has as much.")),
                ("peak", models.FloatField(db_index=True, help_text="The highest evidence so far.")),
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="foresight", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name_plural": "foresight",
            },
        ),
        migrations.CreateModel(
            name="DailyEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("account", models.BooleanField(help_text="Whether the player had an account at the start.")),
                ("over", models.BooleanField(db_default=False, default=False, help_text="The game is over.")),
                ("total", models.IntegerField(help_text="Of a card that was filled in time.", null=True)),
                ("ranked", models.BooleanField(db_default=False, default=False, help_text="On the leaderboard.")),
                ("counted", models.BooleanField(db_default=False, default=False, help_text="In the weekly totals, if it is ranked.")),
                ("judged", models.BooleanField(db_default=False, default=False, help_text="Analysed.")),
                ("loss", models.FloatField(help_text="Points given up by all choices.", null=True)),
                ("daily", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.daily")),
                ("player", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="dailies", to=settings.AUTH_USER_MODEL)),
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="daily_entry", to="games.game")),
            ],
            options={
                "verbose_name_plural": "daily entries",
                "indexes": [
                    models.Index(condition=models.Q(("ranked", True)), fields=["daily", "-total", "id"], name="daily_board"),
                    models.Index(fields=["player", "-day"], name="daily_of_player"),
                    models.Index(condition=models.Q(("over", False)), fields=["daily", "id"], name="daily_running"),
                    models.Index(condition=models.Q(("counted", False)), fields=["daily", "id"], name="daily_to_count"),
                    models.Index(condition=models.Q(("judged", False)), fields=["daily", "id"], name="daily_to_judge"),
                ],
                "constraints": [models.UniqueConstraint(fields=("daily", "player"), name="daily_entry_once")],
            },
        ),
        migrations.CreateModel(
            name="GameAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(help_text="The game's code; it may not have begun.", max_length=16)),
                ("player", models.BigIntegerField(help_text="The player's id.")),
                ("mark", models.CharField(max_length=16)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "game addresses",
                "constraints": [models.UniqueConstraint(fields=("game", "player", "mark"), name="game_address_once")],
            },
        ),
        migrations.CreateModel(
            name="GameEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("type", models.CharField(max_length=20)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("at", models.BigIntegerField(help_text="Milliseconds since 1970, UTC.")),
                ("data", models.TextField(help_text="JSON.")),
                ("by", models.CharField(default="", help_text="Player and command id.", max_length=60)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="events", to="games.game")),
            ],
            options={
                "ordering": ("seq",),
                "constraints": [models.UniqueConstraint(fields=("game", "seq"), name="event_seq_once_a_game")],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("turn", "Turn"), ("over", "Over"), ("challenge", "Challenge")], max_length=10)),
                ("subject", models.CharField(help_text="The turn, game or challenge.", max_length=40)),
                ("target", models.BigIntegerField(help_text="The subscription's id; 0 for mail.")),
                ("facts", models.TextField(help_text="JSON: what the message says.")),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("next_try_at__isnull", False)), fields=["next_try_at"], name="notice_due")],
                "constraints": [models.UniqueConstraint(fields=("player", "kind", "subject", "target"), name="notice_once")],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("reset", "Reset"), ("confirm", "Confirm")], max_length=20)),
                ("address", models.CharField(help_text="As typed; maybe of no account.", max_length=254)),
                ("asked_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(models.F("kind"), django.db.models.functions.text.Lower("address"), name="one_mail_an_address")],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("key", models.CharField(help_text="The browser's public key, in Base64.", max_length=100)),
                ("auth", models.CharField(help_text="Its authentication secret, in Base64.", max_length=40)),
                ("language", models.CharField(max_length=12)),
                ("created_at", models.DateTimeField()),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="push_subscriptions", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="Follows from the position.", max_length=12, unique=True)),
                ("variant", models.CharField(help_text="The id, without switches.", max_length=20)),
                ("theme", models.CharField(max_length=16)),
                ("position", models.CharField(help_text="In the one-line text form.", max_length=200)),
                ("losses", models.JSONField(help_text="Of each choice, in hundredths of a point, in the order of the puzzle's choices.")),
                ("value", models.FloatField(help_text="Points still to come after the best choice.")),
                ("source", models.CharField(help_text="games, dailies or bots", max_length=8)),
                ("missed", models.PositiveIntegerField(default=1, help_text="How many players chose wrong.")),
                ("given_up", models.FloatField(help_text="Points that the first of them gave up.")),
                ("mu", models.FloatField(help_text="How hard it is, on the scale of the players.")),
                ("sigma", models.FloatField(help_text="The standard deviation of that estimate.")),
                ("tries", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["variant", "mu", "id"], name="puzzle_by_rating"), models.Index(fields=["variant", "theme", "mu", "id"], name="puzzle_by_theme")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="The puzzle's code.", max_length=12)),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField(db_index=True)),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="puzzle_answers", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "code"), name="puzzle_answer_once")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("run", models.PositiveIntegerField(default=0, help_text="Solved in a row in the streak.")),
                ("best_run", models.PositiveIntegerField(default=0)),
                ("next_code", models.CharField(default="", help_text="The streak's puzzle that is to be answered.", max_length=12)),
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="puzzle_record", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("shown", models.IntegerField(help_text="The rating as players see it.")),
                ("rated_games", models.PositiveIntegerField(default=0)),
                ("rated_at", models.DateTimeField(help_text="The last rated game.", null=True)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("best", models.IntegerField(default=0)),
                ("streak", models.IntegerField(default=0, help_text="Wins in a row; negative for losses.")),
                ("best_streak", models.PositiveIntegerField(default=0)),
                ("last_totals", models.JSONField(default=list, help_text="Of the last 20 games, oldest first.")),
                ("average", models.FloatField(help_text="Of the last 20 games, once there are 20.", null=True)),
                ("best_table", models.IntegerField(null=True)),
                ("totals_table", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ("average_table", models.FloatField(null=True)),
                ("best_solo", models.IntegerField(null=True)),
                ("totals_solo", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ("average_solo", models.FloatField(null=True)),
                ("eligible", models.BooleanField(default=False, help_text="The player has an active account; others are on no leaderboard.")),
                ("listed", models.BooleanField(default=False, help_text="On the board of ratings: eligible, certain enough, and active.")),
                ("best_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("best_solo_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("best_table_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("listed", True)), fields=["variant", "-shown", "id"], name="rating_board"),
                    models.Index(condition=models.Q(("average__isnull", False), ("eligible", True)), fields=["variant", "-average", "id"], name="average_board"),
                    models.Index(condition=models.Q(("eligible", True)), fields=["variant", "-best", "id"], name="best_ever_board"),
                    models.Index(condition=models.Q(("eligible", True), ("wins__gt", 0)), fields=["variant", "-wins", "id"], name="wins_ever_board"),
                    models.Index(condition=models.Q(("eligible", True), ("best_table__isnull", False)), fields=["variant", "-best_table", "id"], name="best_table_board"),
                    models.Index(condition=models.Q(("eligible", True), ("best_solo__isnull", False)), fields=["variant", "-best_solo", "id"], name="best_solo_board"),
                    models.Index(condition=models.Q(("eligible", True), ("average_table__isnull", False)), fields=["variant", "-average_table", "id"], name="average_table_board"),
                    models.Index(condition=models.Q(("eligible", True), ("average_solo__isnull", False)), fields=["variant", "-average_solo", "id"], name="average_solo_board"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "variant"), name="rating_once_a_variant")],
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.platform.database.codes.new_code, max_length=16, unique=True)),
                ("variant", models.CharField(max_length=20)),
                ("switches", models.JSONField(default=dict)),
                ("clock", models.PositiveIntegerField(help_text="Seconds a turn may take.", null=True)),
                ("public", models.BooleanField(default=False)),
                ("rated", models.BooleanField(default=False)),
                ("mode", models.CharField(db_default="turns", default="turns", help_text="turns or rounds", max_length=8)),
                ("dice", models.CharField(db_default="own", default="own", help_text="own or same: whether they depend on the seat.", max_length=4)),
                ("stand_ins", models.BooleanField(default=False, help_text="A bot plays for players who leave.")),
                ("ended", models.BooleanField(db_default=False, default=False, help_text="Closed by staff.")),
                ("begins_by", models.DateTimeField(help_text="Latest start of a paired game.", null=True)),
                ("rev", models.PositiveIntegerField(default=1, help_text="Revision: bumped by each change.")),
                ("next_code", models.CharField(default=games.platform.database.codes.new_code, help_text="Empty after a long time without any change.", max_length=16)),
                ("turned_away", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ("muted", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ("spectators_muted", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("active_at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("game", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("host", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="hosted_rooms", to=settings.AUTH_USER_MODEL)),
                ("removed", models.ManyToManyField(blank=True, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("next_code", ""), _negated=True), fields=["active_at"], name="room_with_next_game")],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="room",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="games", to="games.room"),
        ),
        migrations.CreateModel(
            name="Demonstration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("wanted_until", models.DateTimeField(help_text="No game starts later.")),
                ("room", models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="demonstration", to="games.room")),
            ],
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20)),
                ("text", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=40)),
                ("player", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ("room", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="chat", to="games.room")),
            ],
            options={
                "ordering": ("id",),
                "constraints": [models.UniqueConstraint(fields=("room", "player", "key"), name="chat_line_once")],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("switches", models.JSONField(default=dict)),
                ("clock", models.PositiveIntegerField(null=True)),
                ("rated", models.BooleanField(default=False)),
                ("status", models.CharField(choices=[("open", "Open"), ("accepted", "Accepted"), ("declined", "Declined"), ("withdrawn", "Withdrawn")], default="open", max_length=9)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("challenged", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="challenges_got", to=settings.AUTH_USER_MODEL)),
                ("challenger", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="challenges_made", to=settings.AUTH_USER_MODEL)),
                ("room", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.room")),
            ],
            options={
                "constraints": [models.UniqueConstraint(condition=models.Q(("status", "open")), fields=("challenger", "challenged"), name="one_open_challenge_a_pair")],
            },
        ),
        migrations.CreateModel(
            name="Scorecard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(help_text="As it was at the start.", max_length=20)),
                ("position", models.TextField(help_text="The card in the one-line text form.")),
                ("total", models.IntegerField(default=0)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("resigned", models.BooleanField(default=False)),
                ("variant", models.CharField(blank=True, default="", max_length=20)),
                ("finished_at", models.DateTimeField(null=True)),
                ("final_total", models.IntegerField(help_text="The total of a counted game.", null=True)),
                ("mu_before", models.FloatField(null=True)),
                ("sigma_before", models.FloatField(null=True)),
                ("mu_after", models.FloatField(null=True)),
                ("sigma_after", models.FloatField(null=True)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="scorecards", to="games.game")),
                ("player", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="scorecards", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ("seat",),
                "indexes": [
                    models.Index(fields=["player", "-finished_at", "-id"], name="card_of_player"),
                    models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["player", "variant", "-finished_at"], name="card_of_player_variant"),
                    models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["player", "game", "place"], name="card_of_player_game"),
                    models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["player", "variant", "-final_total", "finished_at", "id"], name="best_card"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "seat"), name="scorecard_seat_once_a_game")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("closed", models.BooleanField(default=False)),
                ("ready", models.BooleanField(default=False)),
                ("seed", models.CharField(blank=True, default="", max_length=64)),
                ("seal", models.CharField(blank=True, db_default="", default="", help_text="Seal of a seed that only the player knows.", max_length=64)),
                ("sealing", models.BooleanField(db_default=False, default=False, help_text="The player last sent a seal: each game needs a new one.")),
                ("address", models.CharField(blank=True, db_default="", default="", help_text="Keyed hash of the seed's address.", max_length=16)),
                ("seated_at", models.DateTimeField(help_text="When the player sat down.", null=True)),
                ("player", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="seats", to=settings.AUTH_USER_MODEL)),
                ("room", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.room")),
            ],
            options={
                "ordering": ("number",),
                "constraints": [models.UniqueConstraint(fields=("room", "number"), name="seat_number_once_a_room"), models.UniqueConstraint(fields=("room", "player"), name="seat_player_once_a_room")],
            },
        ),
        migrations.CreateModel(
            name="SeatAnalysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("variant", models.CharField(max_length=20)),
                ("finished_at", models.DateTimeField()),
                ("bot", models.BooleanField(default=False)),
                ("hints", models.PositiveIntegerField(default=0, help_text="Number of hints used.")),
                ("counted", models.PositiveIntegerField(help_text="Number of counted choices.")),
                ("loss", models.FloatField(help_text="Points lost by counted choices.")),
                ("squares", models.FloatField(help_text="Sum of the squares of their losses.")),
                ("luck", models.FloatField(help_text="Luck of all rolls, in points.")),
                ("margin", models.FloatField(help_text="Lead over the others' mean, in points.", null=True)),
                ("adjusted_margin", models.FloatField(help_text="The same, adjusted for luck.", null=True)),
                ("data", models.JSONField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="games.game")),
                ("player", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="analyses", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name_plural": "seat analyses",
                "indexes": [models.Index(condition=models.Q(("bot", False), ("counted__gt", 0), ("hints", 0), ("player__isnull", False)), fields=["player", "variant", "-finished_at", "-id"], name="analysis_of_player"), models.Index(fields=["player"], name="analysis_by_player")],
                "constraints": [models.UniqueConstraint(fields=("game", "seat"), name="analysis_once_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="SeatForesight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("choices", models.PositiveIntegerField()),
                ("loss", models.FloatField(help_text="Points that these choices gave up, by the analysis.")),
                ("surplus", models.FloatField(help_text="What the dice gave back above the average, in points.")),
                ("variance", models.FloatField(help_text="Of the surplus, with fair dice.")),
                ("score", models.FloatField(help_text="Sum of the standardised surpluses.")),
                ("tilt_1", models.FloatField()),
                ("tilt_2", models.FloatField()),
                ("tilt_3", models.FloatField()),
                ("tilt_4", models.FloatField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="foresights", to="games.game")),
                ("player", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="foresights", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name_plural": "foresight of seats",
                "constraints": [models.UniqueConstraint(fields=("game", "seat"), name="foresight_once_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="Skill",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("loss", models.FloatField(help_text="Mean points lost per counted choice.")),
                ("error", models.FloatField(help_text="Its standard error.")),
                ("decisions", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("luck", models.FloatField(help_text="Mean luck per game, in points.")),
                ("margin", models.FloatField(help_text="Mean lead over the others, in points.", null=True)),
                ("adjusted_margin", models.FloatField(help_text="The same, adjusted for luck.", null=True)),
                ("suspect", models.BooleanField(default=False, help_text="Near-perfect play over many choices: a reason to look, not proof.", verbose_name="worth a look")),
                ("listed", models.BooleanField(default=False, help_text="Based on enough choices to be shown.")),
                ("eligible", models.BooleanField(default=False, help_text="The player has an active account; others are on no leaderboard.")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="skills", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("eligible", True), ("listed", True)), fields=["variant", "loss", "id"], name="skill_board")],
                "constraints": [models.UniqueConstraint(fields=("player", "variant"), name="skill_once_a_variant")],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("span", models.CharField(choices=[("day", "Day"), ("week", "Week")], max_length=4)),
                ("begins", models.DateField(help_text="The day (UTC), or the Monday.")),
                ("wins", models.PositiveIntegerField(default=0)),
                ("best", models.IntegerField(help_text="The highest total.")),
                ("best_table", models.IntegerField(null=True)),
                ("best_solo", models.IntegerField(null=True)),
                ("eligible", models.BooleanField(default=False, help_text="The player has an active account; others are on no leaderboard.")),
                ("best_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("best_solo_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("best_table_game", models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name_plural": "tallies",
                "indexes": [
                    models.Index(condition=models.Q(("eligible", True)), fields=["variant", "span", "begins", "-best", "id"], name="best_board"),
                    models.Index(condition=models.Q(("eligible", True), ("wins__gt", 0)), fields=["variant", "span", "begins", "-wins", "id"], name="wins_board"),
                    models.Index(condition=models.Q(("eligible", True), ("best_table__isnull", False)), fields=["variant", "span", "begins", "-best_table", "id"], name="best_table_tally_board"),
                    models.Index(condition=models.Q(("eligible", True), ("best_solo__isnull", False)), fields=["variant", "span", "begins", "-best_solo", "id"], name="best_solo_tally_board"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "variant", "span", "begins"), name="tally_once_a_span")],
            },
        ),
        migrations.CreateModel(
            name="Ticket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("switches", models.JSONField(default=dict)),
                ("players", models.PositiveSmallIntegerField(default=0, help_text="2 to 4; 0 for any.")),
                ("clock", models.PositiveIntegerField(null=True)),
                ("rated", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("alive_until", models.DateTimeField(db_index=True)),
                ("player", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="ticket", to=settings.AUTH_USER_MODEL)),
                ("room", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="tickets", to="games.room")),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("arena", "Arena"), ("duplicate", "Duplicate")], db_default="arena", default="arena", max_length=9)),
                ("code", models.CharField(default=games.platform.database.codes.new_code, max_length=16, unique=True)),
                ("name", models.CharField(blank=True, help_text="Empty for one of a series.", max_length=40)),
                ("every", models.CharField(blank=True, help_text="As in its series; or empty.", max_length=4)),
                ("variant", models.CharField(max_length=20)),
                ("switches", models.JSONField(default=dict)),
                ("clock", models.PositiveIntegerField(help_text="Seconds a turn may take.")),
                ("seats", models.PositiveSmallIntegerField(help_text="Players at a table, at most.")),
                ("rated", models.BooleanField(default=False)),
                ("share", models.CharField(blank=True, db_default="", default="", help_text="The `DiceShare` with the dice of all tables.", max_length=16)),
                ("begins", models.JSONField(help_text="When each round has begun, in ms since 1970; null before the start.", null=True)),
                ("dice", models.CharField(choices=[("own", "own"), ("same", "same")], db_default="own", default="own", help_text="same: in rounds, all seats of a table get the same dice. Arenas only.", max_length=4)),
                ("starts_at", models.DateTimeField(db_index=True)),
                ("ends_at", models.DateTimeField()),
                ("rev", models.PositiveIntegerField(default=1, help_text="Bumped by each change of standings.")),
                ("finished_at", models.DateTimeField(help_text="When the places were fixed.", null=True)),
                ("host", models.ForeignKey(help_text="Who opened it.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="tournaments", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("finished_at", None)), fields=["starts_at"], name="tournament_unfinished"), models.Index(condition=models.Q(("finished_at__isnull", False)), fields=["-finished_at"], name="tournament_finished")],
            },
        ),
        migrations.AddField(
            model_name="room",
            name="tournament",
            field=models.ForeignKey(help_text="Whose table it is: one game is played here.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rooms", to="games.tournament"),
        ),
        migrations.CreateModel(
            name="TournamentEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.CharField(choices=[("registered", "Registered"), ("waiting", "Waiting"), ("playing", "Playing"), ("paused", "Paused")], default="registered", max_length=10)),
                ("score", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveSmallIntegerField(default=0, help_text="Games won in a row.")),
                ("games", models.PositiveSmallIntegerField(default=0, help_text="Counted games.")),
                ("wins", models.PositiveSmallIntegerField(default=0)),
                ("sheet", models.JSONField(default=list, help_text="The points of each counted game.")),
                ("met", models.JSONField(default=list, help_text="The players at the last table.")),
                ("totals", models.JSONField(help_text="Duplicate events: the total after each round that is over.", null=True)),
                ("left", models.BooleanField(db_default=False, default=False, help_text="Duplicate events: the server plays for them.")),
                ("joined_at", models.DateTimeField()),
                ("waiting_since", models.DateTimeField()),
                ("alive_until", models.DateTimeField(help_text="Until when an open tab keeps them paired.")),
                ("pausing", models.BooleanField(default=False, help_text="They pause after this game.")),
                ("place", models.PositiveIntegerField(help_text="The final place.", null=True)),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="tournament_entries", to=settings.AUTH_USER_MODEL)),
                ("tournament", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.tournament")),
            ],
            options={
                "verbose_name_plural": "tournament entries",
                "indexes": [models.Index(fields=["tournament", "-score", "id"], name="entry_standing"), models.Index(condition=models.Q(("place__isnull", False)), fields=["player", "-id"], name="entry_placed")],
                "constraints": [models.UniqueConstraint(fields=("tournament", "player"), name="entry_once"), models.UniqueConstraint(condition=models.Q(("state__in", ("waiting", "playing"))), fields=("player",), name="one_active_entry_a_player")],
            },
        ),
        migrations.CreateModel(
            name="TournamentGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcome", models.CharField(choices=[("open", "Open"), ("counted", "Counted"), ("late", "Late"), ("void", "Void")], default="open", max_length=7)),
                ("rounds", models.PositiveSmallIntegerField(db_default=0, default=0, help_text="Duplicate events: how many rounds are in the standings.")),
                ("paired_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                ("room", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="tournament_game", to="games.room")),
                ("tournament", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="games", to="games.tournament")),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("settled_at", None)), fields=["tournament", "-id"], name="tournament_game_open")],
            },
        ),
        migrations.CreateModel(
            name="TournamentSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("open", models.BooleanField(default=True, help_text="The table is not settled.")),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("points", models.PositiveSmallIntegerField(null=True)),
                ("left", models.BooleanField(default=False)),
                ("entry", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.tournamententry")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.tournamentgame")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "entry"), name="tournament_seat_once"), models.UniqueConstraint(condition=models.Q(("open", True)), fields=("entry",), name="one_open_seat_an_entry")],
            },
        ),
        migrations.CreateModel(
            name="TournamentSeries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("arena", "Arena"), ("duplicate", "Duplicate")], db_default="arena", default="arena", max_length=9)),
                ("every", models.CharField(choices=[("hour", "Hour"), ("day", "Day"), ("week", "Week")], max_length=4)),
                ("variant", models.CharField(max_length=20)),
                ("clock", models.PositiveIntegerField(default=30, help_text="Seconds a turn may take.")),
                ("seats", models.PositiveSmallIntegerField(default=2, help_text="Players at a table: 2 to 4, of duplicate events 16.")),
                ("minutes", models.PositiveSmallIntegerField(default=45, help_text="How long it lasts. A duplicate event lasts for one game.")),
                ("rated", models.BooleanField(default=False, help_text="Arenas only.")),
                ("dice", models.CharField(choices=[("own", "own"), ("same", "same")], db_default="own", default="own", help_text="same: in rounds, all seats of a table get the same dice. Arenas only.", max_length=4)),
                ("offset", models.PositiveSmallIntegerField(default=0, help_text="Minutes after the hour, after midnight UTC, or after Monday 00:00.")),
                ("active", models.BooleanField(default=True, help_text="Whether new ones are scheduled.")),
            ],
            options={
                "verbose_name_plural": "tournament series",
                "constraints": [
                    models.UniqueConstraint(fields=("every", "variant", "kind"), name="series_once_a_kind_and_variant"),
                    models.CheckConstraint(condition=models.Q(models.Q(("kind", "arena"), ("seats__gte", 2), ("seats__lte", 4)), models.Q(("kind", "duplicate"), ("rated", False), ("seats__gte", 3), ("seats__lte", 16)), _connector="OR"), name="series_seats"),
                ],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="series",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="tournaments", to="games.tournamentseries"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="game_number_once_a_room"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(fields=("series", "starts_at"), name="tournament_once_a_time"),
        ),
        migrations.RunPython(vacuum_ratings_often, migrations.RunPython.noop),
    ]
