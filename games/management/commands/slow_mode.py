"""Turns slow mode on or off: under attack, new guests and accounts need an invitation."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.people.accounts.site_rules import set_slow_mode
from games.platform.clock import utc_now


class Command(BaseCommand):
    """`manage.py slow_mode on|off [--minutes N]`."""

    help = "Turns slow mode on or off: new guests and accounts need an invitation."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the switch and how long it lasts."""
        parser.add_argument("switch", choices=["on", "off"])
        parser.add_argument("--minutes", type=int, default=120)

    def handle(self, *args: Any, **options: Any) -> None:
        """Set it; all processes follow with the next new guest."""
        if options["switch"] == "off":
            set_slow_mode(None)
            self.stdout.write("Slow mode is off.")
            return
        until = utc_now() + timedelta(minutes=options["minutes"])
        set_slow_mode(until)
        self.stdout.write(f"Slow mode is on until {until:%Y-%m-%d %H:%M} UTC.")
