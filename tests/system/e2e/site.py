"""The site under test: `manage.py serve` in its own process, on SQLite, with static files collected
as in production, and with chosen dice.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.environment import ROOT, clean
from tests.support.services import copy_migrated_sqlite, free_port, link_collected
from tests.support.services.processes import start_child, stop_child, tail, wait_until
from tests.system.e2e.chosen_dice import FAIR, script_path

# All players share one address, which the usual limits would not allow.
LIMITS = ",".join(
    f"{what}=100000/3600" for what in ("guest", "account", "room", "room-address", "sign-in")
)

READY = re.compile(r"^Yacht is ready on (http://\S+)$", re.MULTILINE)
# What sites can share, because they never change it.
COLLECTED = ("static", "locale")
# For notifications; any number would do.
VAPID_KEY = "A" * 42 + "E"


@dataclass(frozen=True)
class Site:
    """A running site. `url` has no trailing slash."""

    url: str
    directory: Path
    environment: dict[str, str]

    @property
    def push_port(self) -> int:
        """The port of this machine where the site expects a push service."""
        return int(self.environment["PUSH_HOSTS"].rpartition(":")[2])

    def announce_end(self, name: str, **facts: object) -> None:
        """Have the worker tell a player that a game is over. `facts`: what to say about it."""
        player = self.id_of(name)
        self._execute(
            "INSERT INTO games_notice (player_id, kind, subject, target, facts, created_at,"
            " expires_at, tries, next_try_at) SELECT ?, 'over', ?, id, ?, datetime('now'),"
            " datetime('now', '1 day'), 0, datetime('now') FROM games_pushsubscription"
            " WHERE player_id = ?",
            *(player, str(facts["game"]), json.dumps(facts), player),
        )

    def manage(self, *command: str) -> None:
        manage(self.environment, *command)

    def change_room(self, link: str, **columns: int) -> None:
        """Change the row of a room to values that no page offers, such as a clock of one second."""
        words = ", ".join(f"{name} = ?" for name in columns)
        # The column names come from tests, not from users.
        self._execute(
            f"UPDATE games_room SET {words} WHERE code = ?", *columns.values(), code(link)
        )

    def move_tournaments(self, column: str, minutes: int) -> None:
        """Move the start or the end of all tournaments that go on."""
        self._execute(
            f"UPDATE games_tournament SET {column} = strftime('%Y-%m-%d %H:%M:%f', {column}, ?),"
            " rev = rev + 1 WHERE finished_at IS NULL",
            f"{minutes} minutes",
        )

    def unlist_rooms_except(self, link: str) -> None:
        """List no room in the lobby but this one."""
        self._execute("UPDATE games_room SET public = 0 WHERE code <> ?", code(link))

    def rename_accounts(self, names: Sequence[str]) -> None:
        """Give the accounts these names, also in their games. The first is for the oldest one."""
        for player, name in enumerate(names, 1):
            self._execute(
                "UPDATE games_user SET name = ?, username = ?, skeleton = ? WHERE id = ?",
                *(name, name.casefold(), name, player),
            )
            self._execute("UPDATE games_scorecard SET name = ? WHERE player_id = ?", name, player)

    def newest_game(self, name: str) -> str:
        """Return the code of the newest finished game of a player."""
        [(game,)] = self._execute(
            "SELECT code FROM games_game JOIN games_scorecard ON game_id = games_game.id"
            " WHERE name = ? AND games_scorecard.finished_at IS NOT NULL ORDER BY game_id DESC"
            " LIMIT 1",
            name,
        )
        return str(game)

    def id_of(self, name: str) -> int:
        """Return the id of the newest player of this name."""
        [(player,)] = self._execute("SELECT max(id) FROM games_user WHERE name = ?", name)
        return int(player)

    def subscriptions_of(self, name: str) -> int:
        """Return how many browsers show notifications for a player."""
        [(count,)] = self._execute(
            "SELECT count(*) FROM games_pushsubscription WHERE player_id = ?", self.id_of(name)
        )
        return int(count)

    def rows(self, table: str) -> int:
        [(count,)] = self._execute(f"SELECT count(*) FROM games_{table}")
        return int(count)

    def choose_dice(self, link: str, dice: str) -> None:
        """Show these dice ("66116") on every roll of the room's next game."""
        self.choose_game_dice(self.next_game(link), dice)

    def next_game(self, link: str) -> str:
        [(game,)] = self._execute("SELECT next_code FROM games_room WHERE code = ?", code(link))
        return str(game)

    def choose_game_dice(self, game: str, dice: str) -> None:
        """Show these dice on every roll of a game from now on."""
        path = script_path(self.directory, game)
        path.parent.mkdir(exist_ok=True)
        path.write_text(dice)

    def throw_fair_dice(self, link: str) -> None:
        """Draw the dice of the room's next game from its secret, as the proof expects."""
        self.choose_dice(link, FAIR)

    def _execute(self, statement: str, *values: str | int) -> list[Any]:
        database = sqlite3.connect(self.directory / "yacht.sqlite3", timeout=20)
        with closing(database), database:
            return database.execute(statement, values).fetchall()


def code(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[1]


def manage(environment: dict[str, str], *command: str) -> str:
    """Run a management command, and return what it prints."""
    arguments = [sys.executable, "manage.py", *command, "--verbosity=0"]
    done = subprocess.run(
        arguments, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def environment_of(directory: Path) -> dict[str, str]:
    """Return the environment of a site with its data in `directory`."""
    environment = dict(os.environ)
    clean(environment)
    return environment | {
        "DATA_DIR": str(directory),
        "LIMITS": LIMITS,
        "VAPID_KEY": VAPID_KEY,
        "PUSH_HOSTS": f"127.0.0.1:{free_port()}",
        # All players share one address: a page that takes long would keep all others waiting.
        "SOCKETS_PER_ADDRESS": "0",
        # No test asks what is left after a power failure.
        "SQLITE_SYNCHRONOUS": "OFF",
    }


@contextmanager
def running_site(
    directory: Path,
    collected: Path | None = None,
    settings: str = "yachtsite.settings",
    **variables: str,
) -> Iterator[Site]:
    """Serve a new site with its data in the empty `directory` until the `with` block ends.

    `collected`: a directory with static files and perhaps further languages. `variables`: more of
    the environment.
    """
    if collected is None:
        link_collected(directory)
    else:
        for name in COLLECTED:
            (directory / name).symlink_to(collected / name)
    copy_migrated_sqlite(directory)
    environment = environment_of(directory) | {"DJANGO_SETTINGS_MODULE": settings, **variables}
    log = directory / "serve.log"
    command = [sys.executable, "-m", "tests.system.e2e.chosen_dice", "serve", "--port=0"]
    child = start_child(command, log=log, cwd=ROOT, env=environment)
    try:
        if not wait_until(lambda: address_in(log) is not None, child, log):
            raise RuntimeError(f"the site ended at once:\n{tail(log)}")
        yield Site(address_in(log) or "", directory, environment)
    finally:
        stop_child(child)


def address_in(log: Path) -> str | None:
    """Return the address that a server has written to its log, or None before it is ready."""
    ready = READY.search(log.read_text())
    return ready[1] if ready else None
