"""The release before this one, 1.0.0, as a site beside this one: the same database and services.

Its code comes from git and runs in its own folder, with the packages of this version: those that it
needs are the same ones, but for a table of characters.
"""

import json
import os
import secrets
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any

from games.people.accounts.lookalikes import FILE
from tests.environment import clean
from tests.site.account.notifications.push_service import PushService, running_push_service
from tests.support.servers import QUICKLY, Site
from tests.support.services import link_collected
from tests.support.services.kept import kept
from tests.support.services.processes import run_python, stop_child
from tests.system.whole_games.browser import Answer
from tests.system.whole_games.dimensions import Row
from tests.system.whole_games.installation import Desk, Installation, environment
from tests.system.whole_games.journal import Person
from tests.system.whole_games.tab import RoomTab
from workshop.lab import earlier_release

READER = Path(__file__).with_name("earlier_reader.py")
ORDINARY: Row = {
    **{"opening": "link", "circle": "none", "before": "as opened", "people": "both"},
    **{"mode": "turns", "dice": "own", "seats": "2", "bots": "none", "stand_in": "no"},
    **{"variant": "yacht", "joker": "no switch", "clock": "none", "seals": "all"},
    **{"rated": "casual", "listed": "private", "talk": "silent", "hints": "none"},
    **{"end": "full cards", "late": "nobody", "again": "no", "views": "both"},
    **{"watchers": "none", "sockets": "steady"},
    **{"processes": "two and a worker", "database": "PostgreSQL and Redis"},
}
"""A row with nothing that 1.0.0 does not know."""
ROUNDS = {"mode": "rounds", "clock": "60"}


@cache
def earlier_code() -> Path:
    """Return a folder with the code of the release, its collected static files and the package that
    it needs besides. Raises NoHistory.
    """
    return kept(f"release-{earlier_release.commit()[:12]}", [FILE], _prepare)


def _prepare(directory: Path) -> None:
    code, packages = directory / "code", directory / "packages"
    code.mkdir()
    earlier_release.unpack(code)
    write_lookalikes(packages / "confusable_homoglyphs")
    environment = dict(os.environ)
    clean(environment)
    environment |= {"DATA_DIR": str(directory), "PYTHONPATH": str(packages)}
    run_python(["manage.py", "collectstatic", "--no-input", "--verbosity=0"], environment, code)


def write_lookalikes(package: Path) -> None:
    """Write what 1.0.0 reads from the package confusable_homoglyphs: each character with others
    that look like it. This version has the table itself.
    """
    table: dict[str, list[dict[str, str]]] = {}
    for line in FILE.read_text("ascii").splitlines()[1:]:
        each, *prototype = (chr(int(code, 16)) for code in line.split())
        stands_for = "".join(prototype)
        table.setdefault(each, []).append({"c": stands_for})
        table.setdefault(stands_for, []).append({"c": each})
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "confusables.json").write_text(json.dumps(table))


class EarlierSite(Site):
    """A site of the release before this one."""

    def __init__(self, directory: Path, **environment: str) -> None:
        super().__init__(directory, **environment)
        folder = earlier_code()
        self.root = folder / "code"
        self.environment |= {
            "PYTHONPATH": str(folder / "packages"),
            # Threads that seldom work keep their connections there, which starves its worker.
            "DATABASE_POOL": "30",
        }
        (directory / "static").symlink_to(folder / "static")

    def problems_with(self, messages: Iterable[str]) -> dict[str, str]:
        """Return what is wrong for a browser of the release with these messages of rooms: why it
        cannot read one, and that one.
        """
        answer = subprocess.run(
            [sys.executable, str(READER)],
            cwd=self.root,
            env={**self.environment, "PYTHONPATH": str(self.root)},
            input="\n".join(map(json.dumps, messages)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        found: dict[str, str] = json.loads(answer.stdout)
        return found


def two_sites(
    directory: Path, push: PushService, database: str, redis: str
) -> tuple[EarlierSite, Site]:
    """Return a site twice: as 1.0.0 has it, and as this version has it."""
    settings = {
        **environment(push),
        # How 1.0.0 is told of a proxy on this machine.
        "TRUST_PROXY": "1",
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DICE_KEYS": b64encode(secrets.token_bytes(32)).decode(),
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "EMBEDDED_WORKER": "0",
    }
    folders = [directory / name for name in ("old", "new")]
    for folder in folders:
        folder.mkdir()
    old, new = EarlierSite(folders[0], **settings), Site(folders[1], **settings)
    link_collected(new.directory)
    return old, new


class HeardTab(RoomTab):
    """A socket of a room that keeps each message as it came, by the number of the server."""

    def __init__(self, heard: dict[int, list[str]], *parts: Any) -> None:
        super().__init__(*parts)
        self._heard = heard

    def take(self, text: str) -> None:
        """Keep one message, and take it."""
        self._heard.setdefault(self.kept.server, []).append(text)
        super().take(text)


class TwoReleases(Installation):
    """A server and a worker of each release: the first ones of 1.0.0. People use both servers, also
    for pages.
    """

    def __init__(self, stack: ExitStack, directory: Path, database: str, redis: str) -> None:
        push = stack.enter_context(running_push_service())
        self.old, self.new = two_sites(directory, push, database, redis)
        for each in (self.old, self.new):
            stack.callback(stop_child, each.start_worker(*QUICKLY))
        servers = [stack.enter_context(each.serving("quick")) for each in (self.old, self.new)]
        desk = Desk(self.new)
        stack.callback(desk.close)
        super().__init__(self.new, servers, push, desk)
        self.heard: dict[int, list[str]] = {}
        self.new_tab = partial(HeardTab, self.heard)

    async def page(
        self,
        path: str,
        person: Person | None = None,
        form: dict[str, str] | None = None,
        server: int | None = None,
        address: str = "9.9.9.9",
        accept: str = "*/*",
    ) -> Answer:
        """Ask for a page, by default from the server of the person."""
        if server is None:
            server = 0 if person is None else person.id
        return await super().page(path, person, form, server, address, accept)
