"""`python -m workshop.lab.chaos.server ...`: `manage.py serve` with the faults of CHAOS."""

import asyncio
import os
import sys
from contextlib import ExitStack
from pathlib import Path

import django
import msgspec
from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
django.setup()

from games.platform.server.lifespan import lifespan  # noqa: E402
from games.tables.live.registry import current_hubs  # noqa: E402
from workshop.lab.chaos.failpoints import fail_at_commits  # noqa: E402 - needs the settings
from workshop.lab.chaos.jumping_clock import use_jumping_clock  # noqa: E402
from workshop.lab.chaos.lossy_layer import Fates, lose_hints  # noqa: E402
from workshop.lab.chaos.sabotage import VARIABLE, Figures, Sabotage  # noqa: E402

EVERY_S = 1.0


def report_figures(path: Path, fates: Fates) -> None:
    """Write the figures of this process to a file, now and then."""

    def write() -> None:
        figures = Figures(
            tasks=len(asyncio.all_tasks()),
            rooms=len(current_hubs().rooms),
            lost=fates.lost,
            repeated=fates.repeated,
            late=fates.late,
        )
        # In one step: the experiment reads it at any moment.
        new = path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(figures))
        new.replace(path)

    async def report() -> None:
        while True:
            write()
            await asyncio.sleep(EVERY_S)

    tasks = []

    @lifespan.on_startup
    async def start() -> None:
        tasks.append(asyncio.create_task(report()))


def main() -> None:
    """Sabotage this process, then serve."""
    os.umask(0o077)
    sabotage = msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Sabotage)
    if sabotage.die:
        fail_at_commits(sabotage.die == "after commit", sabotage.one_in, sabotage.seed)
    fates = Fates()
    if sabotage.lose or sabotage.repeat or sabotage.delay:
        lose_hints(sabotage, fates)
    if sabotage.figures:
        report_figures(Path(sabotage.figures), fates)
    with ExitStack() as stack:
        if sabotage.clock:
            stack.enter_context(use_jumping_clock(Path(sabotage.clock)))
        execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
