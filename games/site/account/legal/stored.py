"""What the site stores about people, why, and for how long.

The page about privacy is made of this, and of the models' columns. A new cookie or entry of
the browser's storage needs its place here, and a new model a `privacy_group`:
tests/site/account/legal/test_stored.py finds what is missing. Only people can see whether the words
of a group still tell everything: reread them for a new column.
"""

from typing import NamedTuple

from django.apps import apps
from django.db.models import Model
from django.utils.translation import gettext_noop


class Group(NamedTuple):
    """What the page says in one paragraph. `kept`: the sentence about how long."""

    id: str
    name: str
    words: str
    kept: str


class Table(NamedTuple):
    """A table of the database: its model, and all columns but `id`."""

    model: str
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
            "settings and time zone, house rules that you keep or asked for (your tables and games "
            "show the name that you gave them), games with real dice that you keep, with the names "
            "on their cards, the players on your devices, whom you have blocked or muted, your "
            "family, and when you joined and were last here. Guests "
            "have a name only."
        ),
        gettext_noop(
            "Until you delete it. Guests who never played and belong to no circle go after "
            "%(guest_days)s days without a visit, others after a year. A former name shows for "
            "%(name_days)s days."
        ),
    ),
    Group(
        "session",
        gettext_noop("Where you are signed in"),
        gettext_noop(
            "A random number for each browser, so that you stay signed in; and your second factor: "
            "an encrypted secret, hashes of recovery codes, passkeys. If you sign in with an "
            "account elsewhere, which one it is, and a hash of your mail address there. For a "
            "minute, encrypted, what a form was answered, in case it was sent twice."
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
        "circles",
        gettext_noop("Your circles"),
        gettext_noop(
            "Who your friends are, which circles you belong to and since when, what you let their "
            "members see, and the sums of the games that you played with them. An address to "
            "which a circle posts its news."
        ),
        gettext_noop(
            "You belong to a circle until you leave it. Sums stay until its owner deletes it, and "
            "lose your name when you delete your account."
        ),
    ),
    Group(
        "appointments",
        gettext_noop("Appointments"),
        gettext_noop("Tables and arenas with a date, who asked for them, and who said they come."),
        gettext_noop("%(room_days)s days after the date."),
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
            "deleted. Decisions stay as long as the account; hashes of how a closed one signed in "
            "elsewhere, until the decision ends."
        ),
    ),
    Group(
        "site",
        gettext_noop("The site itself"),
        gettext_noop("Lists that say nothing about people."),
        gettext_noop("For good."),
    ),
)

DJANGO_TABLES = {
    "LogEntry": "moderation",
    "Permission": "site",
    "Group": "site",
    "Group_permissions": "site",
    "ContentType": "site",
}
"""The groups of Django's own tables."""

COOKIES = (
    InBrowser("sessionid", gettext_noop("Keeps you signed in.")),
    InBrowser("csrftoken", gettext_noop("Protects forms from other sites.")),
    InBrowser("language", gettext_noop("The language that you chose.")),
    InBrowser("known", gettext_noop("Marks a browser in which you have signed in before.")),
    InBrowser("passkey", gettext_noop("A question to your passkey, for five minutes.")),
    InBrowser("family", gettext_noop("The family lock of this device.")),
    InBrowser("messages", gettext_noop("A message for the next page.")),
    InBrowser(
        "browser",
        gettext_noop("A random number, from your first card on: it shows who shares a device."),
    ),
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
    InBrowser(
        "push", gettext_noop("Which notices this browser gets."), "notifications/push-player.js"
    ),
    InBrowser("notices", gettext_noop("Which notices you have seen."), "notifications/notices.js"),
    InBrowser("text", gettext_noop("Whether you play by typing."), "table/text/text-mode.js"),
    InBrowser("fold", gettext_noop("Whether chat and log are folded away."), "table/chat/fold.js"),
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
    *(
        InBrowser(
            key,
            gettext_noop("Your games without a network, until you delete them."),
            "offline_games/store.js",
        )
        for key in ("offline-game", "offline-games-done", "offline-game-aside")
    ),
    InBrowser(
        "offline-rules",
        gettext_noop("The games that you can play without a network."),
        "offline_games/known.js",
    ),
    InBrowser(
        "offline-taken",
        gettext_noop("Whether you have taken games along."),
        "offline_games/take-along.js",
    ),
    InBrowser(
        "real-dice-introduced",
        gettext_noop("Whether you have read what the scorecard is for."),
        "real_dice/introduced.js",
    ),
    InBrowser("card", gettext_noop("Your part of the dice of cards you made."), "cards/store.js"),
    InBrowser("coach", gettext_noop("What the first game has explained."), "table/coach/coach.js"),
)


def privacy_group(model: type[Model]) -> str:
    """Return the group that a table belongs to: its model names it as `privacy_group`. A table that
    joins two belongs to that of the model which has the relation.
    """
    owner = model._meta.auto_created or model
    named: str | None = getattr(owner, "privacy_group", None)
    return named or DJANGO_TABLES[model.__name__]


def tables_of(group: str) -> list[Table]:
    """Return a group's tables, each with its columns. Raises KeyError for a table in no group."""
    return [
        Table(
            model.__name__,
            " ".join(field.name for field in model._meta.concrete_fields if field.name != "id"),
        )
        for model in apps.get_models(include_auto_created=True)
        if privacy_group(model) == group
    ]
