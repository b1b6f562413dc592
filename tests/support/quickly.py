"""`manage.py serve` or `manage.py worker`, with the same options and with shorter waits.

Bots do not pause, a finished round is shown for a moment only, and who leaves is soon away, told
that it is their turn, and played for.

Run as `python -m tests.support.quickly serve --port 8000`.
"""

import os
import sys
from datetime import timedelta
from importlib import import_module

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")

WAITS: dict[str, dict[str, object]] = {
    "games.core.engine.decide": {"SHOW_MS": 60, "MIN_SHOW_MS": 60},
    "games.site.events.tournaments.duplicates.rounds": {"SHOW_MS": 60, "HEAR_WITHIN_MS": 200},
    "games.tables.live.presence": {"LINGER_S": 3.0},
    "games.tables.rooms.permissions": {"AWAY_S": 3.0},
    "games.site.account.notifications.finding": {"WAIT_S": 5, "FIRST_AGAIN": timedelta(seconds=2)},
}
"""Constants of modules, and what they are here."""


if __name__ == "__main__":
    django.setup()
    from games.tables.live import bot_driver
    from games.tables.live.game import LiveGame

    real = bot_driver.time_to_act

    def time_to_act(game: LiveGame, seat: int, ms: int) -> int:
        """Act at once, but in rounds when the round begins."""
        return real(game, seat, ms) if game.state.round is not None else 0

    bot_driver.time_to_act = time_to_act
    for module, waits in WAITS.items():
        for name, value in waits.items():
            assert hasattr(import_module(module), name), (module, name)
            setattr(import_module(module), name, value)
    call_command(*sys.argv[1:])
