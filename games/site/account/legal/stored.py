"""What the site stores about people, why, and for how long.

The page about privacy is made of this. A new column, cookie or entry of the browser's storage needs
its place here: tests/site/account/legal/test_stored.py finds what is missing.
"""

from typing import NamedTuple

from django.utils.translation import gettext_noop


class Group(NamedTuple):
    """What the page says in one paragraph. `kept`: the sentence about how long."""

    id: str
    name: str
    words: str
    kept: str


class Table(NamedTuple):
    """A table of the database: its model, the group, and all columns but `id`."""

    model: str
    group: str
    columns: str


class InBrowser(NamedTuple):
    """A cookie (`where` is ""), or what a script stores in the browser (`where`: the script)."""

    name: str
    words: str
    where: str = ""


GROUPS = (
    Group(
        "account",
        gettext_noop("Your account"),
        gettext_noop(
            "Your name, a scrambled form of your password, your mail address if you gave one, your "
            "settings and time zone, house rules that you keep or asked for, games with real dice "
            "that you keep, with the names on their cards, the players on your devices, whom you "
            "have blocked or muted, your family, and when you joined and were last here. Guests "
            "have a name only."
        ),
        gettext_noop(
            "Until you delete it. Guests who never played go after %(guest_days)s days without a "
            "visit, others after a year. A former name shows for %(name_days)s days."
        ),
    ),
    Group(
        "session",
        gettext_noop("Where you are signed in"),
        gettext_noop(
            "A random number for each browser, so that you stay signed in; and your second factor: "
            "an encrypted secret, hashes of recovery codes, passkeys. For a minute, encrypted, "
            "what a form was answered, in case it was sent twice."
        ),
        gettext_noop("Until you sign out, %(session_days)s days at most."),
    ),
    Group(
        "games",
        gettext_noop("Your games"),
        gettext_noop(
            "Every roll and box of your games, results, ratings, puzzles, tournaments, and what is "
            "computed from them. Finished games are public, with names."
        ),
        gettext_noop(
            "For good, because others played them, too. If you delete your account, your name and "
            "everything that points to you is taken out."
        ),
    ),
    Group(
        "dice",
        gettext_noop("The proof of the dice"),
        gettext_noop("Random numbers, and hashes of them. They say nothing about people."),
        gettext_noop("For good: the public log must stay whole."),
    ),
    Group(
        "tables",
        gettext_noop("Tables"),
        gettext_noop("Who sits where, what the table plays, and challenges."),
        gettext_noop(
            "Tables where nobody ever played go after %(room_days)s days, challenges when they are "
            "over."
        ),
    ),
    Group(
        "chat",
        gettext_noop("Chat"),
        gettext_noop("The lines that you write at a table."),
        gettext_noop("%(chat_days)s days."),
    ),
    Group(
        "address",
        gettext_noop("Internet addresses"),
        gettext_noop(
            "No address is stored. For each game with others there is a scrambled mark of it, "
            "which only shows whether two players shared one; so do the list of guests that a "
            "host has removed and, for a day, the queue for perfect play. The web "
            "server of the operator may log more."
        ),
        gettext_noop("Marks go when the result is counted, or after %(address_hours)s hours."),
    ),
    Group(
        "mail",
        gettext_noop("Mail and notices"),
        gettext_noop(
            "What you want to be told, the addresses of your browsers for that, and messages that "
            "wait to be sent."
        ),
        gettext_noop("Messages go when they are sent, after a day at the latest."),
    ),
    Group(
        "moderation",
        gettext_noop("Reports and decisions"),
        gettext_noop(
            "What somebody reported, with a copy of it; decisions about players, with reasons; "
            "appeals; and which moderator did what, with numbers instead of names."
        ),
        gettext_noop(
            "Copies go %(case_days)s days after the case was closed, even if the account was "
            "deleted. Decisions stay as long as the account."
        ),
    ),
    Group(
        "site",
        gettext_noop("The site itself"),
        gettext_noop("Lists that say nothing about people."),
        gettext_noop("For good."),
    ),
)

TABLES = (
    Table(
        "User",
        "account",
        "password last_login is_superuser username email is_staff is_active "
        "date_joined name skeleton folded forms_of is_guest is_bot chat_off locked desk_role "
        "has_decision contact_rev leaves avatar preferences time_zone "
        "listed_online factor_rev asks_passkey seen_at added_by",
    ),
    Table("User_groups", "account", "user group"),
    Table("User_user_permissions", "account", "user permission"),
    Table("PastName", "account", "player name until"),
    Table("FamilyMember", "account", "owner member name at"),
    Table("KeptRules", "account", "player name text kept_at"),
    Table("RealDiceGame", "account", "code player text digest card verdict kept_at"),
    Table(
        "RuleSet", "account", "text state asker origin asked_at started_at solved_at expected sd"
    ),
    Table("User_blocked", "account", "from_user to_user"),
    Table("User_silenced", "account", "from_user to_user"),
    Table("Authenticator", "session", "player secret last_step confirmed_at"),
    Table("RecoveryCode", "session", "player hash"),
    Table(
        "Passkey",
        "session",
        "player credential public_key sign_count is_synced name site created_at used_at",
    ),
    Table("Session", "session", "session_key session_data expire_date player"),
    Table("SentForm", "session", "key at answer"),
    Table(
        "Game",
        "games",
        "code room number variant switches status mode dice rated uncounted replay "
        "share demo log_pending result_at result_number analysed dice_counted "
        "foresight_counted verified fault deadline head created_at finished_at",
    ),
    Table("GameSnapshot", "games", "game state"),
    Table("GameEvent", "games", "game seq type seat at data by hash"),
    Table(
        "Scorecard",
        "games",
        "game seat player name position total place resigned pool finished_at "
        "final_total mu_before sigma_before mu_after sigma_after",
    ),
    Table(
        "SeatAnalysis",
        "games",
        "game seat player variant finished_at bot hints counted loss squares data",
    ),
    Table(
        "Rating",
        "games",
        "player pool mu sigma shown rated_games rated_at games wins best streak "
        "best_streak best_table best_table_game best_solo best_solo_game eligible "
        "listed",
    ),
    Table("Tally", "games", "player pool begins wins eligible"),
    Table("Skill", "games", "player variant loss error decisions games suspect listed"),
    Table(
        "SeatForesight",
        "games",
        "choices loss surplus variance score tilt_1 tilt_2 tilt_3 tilt_4 version game seat player",
    ),
    Table(
        "Foresight",
        "games",
        "choices loss surplus variance score tilt_1 tilt_2 tilt_3 tilt_4 version "
        "player games evidence peak",
    ),
    Table("Daily", "games", "day variant share revealed_at perfect settled judged"),
    Table(
        "DailyEntry",
        "games",
        "daily player game day account over total ranked counted judged loss",
    ),
    Table("DailyScore", "games", "daily total players"),
    Table("DailyWeek", "games", "player variant begins points days"),
    Table("DailyMiss", "games", "daily position best missed given_up"),
    Table(
        "Puzzle",
        "games",
        "code variant theme position losses value source missed given_up mu sigma "
        "tries solved made_at",
    ),
    Table("PuzzleSource", "games", "name last"),
    Table("PuzzleRecord", "games", "player mu sigma tries solved run best_run next_code"),
    Table("PuzzleAnswer", "games", "player code right at"),
    Table("ResultCounter", "games", "last"),
    Table(
        "TournamentSeries",
        "games",
        "kind every variant clock seats minutes rated dice offset active",
    ),
    Table(
        "Tournament",
        "games",
        "kind code series name host every variant switches clock seats rated share "
        "begins perfect dice starts_at ends_at rev finished_at",
    ),
    Table(
        "TournamentEntry",
        "games",
        "tournament player state score streak games wins sheet met apart unscored "
        "totals left joined_at waiting_since alive_until pausing leaves withheld "
        "paired_from place",
    ),
    Table("TournamentGame", "games", "tournament room outcome rounds paired_at settled_at"),
    Table("TournamentSeat", "games", "game entry open place points left"),
    Table("FairLogEntry", "dice", "index at kind code is_end value previous hash"),
    Table("DiceSecret", "dice", "code secret open"),
    Table("DiceShare", "dice", "code closed foresight_counted"),
    Table("DiceCount", "dice", "period games counts"),
    Table("UsedSeal", "dice", "seal at"),
    Table(
        "Room",
        "tables",
        "code host opened_by terms variant switches clock public rated mode dice strangers talk "
        "talk_watchers "
        "stand_ins ended begins_by tournament rev game next_code turned_away muted "
        "spectators_muted created_at active_at",
    ),
    Table("Room_removed", "tables", "room user"),
    Table(
        "Seat",
        "tables",
        "room number player closed ready seed seal sealing address seated_at operator lender offer"
        " offer_until terms handed_at",
    ),
    Table("Demonstration", "tables", "room wanted_until"),
    Table(
        "Ticket",
        "tables",
        "player variant switches players clock rated created_at alive_until room",
    ),
    Table(
        "Challenge",
        "tables",
        "challenger challenged variant switches clock rated status created_at expires_at room",
    ),
    Table("ChatMessage", "chat", "room player name text at key readers"),
    Table("GameAddress", "address", "game player mark at"),
    Table("OutgoingMail", "mail", "kind address account details asked_at tries next_try_at"),
    Table("PushSubscription", "mail", "player endpoint key auth language created_at"),
    Table("NotificationChoice", "mail", "player turn over challenge mail confirmed"),
    Table(
        "Notice",
        "mail",
        "player kind subject target facts created_at expires_at tries next_try_at",
    ),
    Table("NoticeMark", "mail", "name upto"),
    Table("TurnWatch", "mail", "game room deadline looks look_at"),
    Table(
        "Sanction",
        "moderation",
        "player kind reason words case automatic decided_by about_staff begins_at "
        "ends_at undone_at seen_at",
    ),
    Table(
        "Case",
        "moderation",
        "key state subject about_talk evidence opened_at closed_at decided_by asked_by "
        "opened_by note",
    ),
    Table("Report", "moderation", "case reporter reason text at upheld"),
    Table("Appeal", "moderation", "sanction text at judged_at judged_by granted answer"),
    Table("AuditEntry", "moderation", "seq at actor action data previous hash"),
    Table(
        "LogEntry",
        "moderation",
        "action_time user content_type object_id object_repr action_flag change_message",
    ),
    Table("SlowMode", "site", "until"),
    Table("Permission", "site", "name content_type codename"),
    Table("Group_permissions", "site", "group permission"),
    Table("Group", "site", "name"),
    Table("ContentType", "site", "app_label model"),
)

COOKIES = (
    InBrowser("sessionid", gettext_noop("Keeps you signed in.")),
    InBrowser("csrftoken", gettext_noop("Protects forms from other sites.")),
    InBrowser("language", gettext_noop("The language that you chose.")),
    InBrowser("known", gettext_noop("Marks a browser in which you have signed in before.")),
    InBrowser("passkey", gettext_noop("A question to your passkey, for five minutes.")),
    InBrowser("family", gettext_noop("The family lock of this device.")),
    InBrowser("messages", gettext_noop("A message for the next page.")),
)
SCRIPTS = (
    InBrowser("name", gettext_noop("The name that you typed last."), "net/page-data.js"),
    InBrowser("tab", gettext_noop("What this tab did, until it is closed."), "net/tab-store.js"),
    InBrowser("table", gettext_noop("What you chose for a table."), "ui/table-form.js"),
    InBrowser("settings", gettext_noop("Your settings."), "ui/first-paint.js"),
    InBrowser("sound", gettext_noop("Whether the sound is on."), "sound/mute-button.js"),
    InBrowser("best", gettext_noop("Your best game without a network."), "app/offline.js"),
    InBrowser("asked", gettext_noop("Whether the site has asked to be installed."), "app/main.js"),
    InBrowser("refused", gettext_noop("What you do not want to be asked."), "app/refusals.js"),
    InBrowser("push", gettext_noop("Which notices this browser gets."), "notifications/push.js"),
    InBrowser("notices", gettext_noop("Which notices you have seen."), "notifications/notices.js"),
    InBrowser("text", gettext_noop("Whether you play by typing."), "table/text/text-mode.js"),
    InBrowser(
        "pass",
        gettext_noop("Whether the device waits for the next player."),
        "table/state/passing.js",
    ),
    *(
        InBrowser(
            key,
            gettext_noop("The card of a game with real dice that is being played."),
            "real_dice/store.js",
        )
        for key in ("real-dice-card", "real-dice")
    ),
    *(
        InBrowser(key, gettext_noop("Your finished games with real dice."), "real_dice/store.js")
        for key in ("real-dice-results", "real-dice-done")
    ),
    InBrowser("coach", gettext_noop("What the first game has explained."), "table/coach/coach.js"),
)
