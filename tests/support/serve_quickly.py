"""`manage.py serve`, with the same options and with bots that do not pause."""

import os
import sys

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


async def pause(ms: int) -> None:
    """Do not wait."""


if __name__ == "__main__":
    django.setup()
    from games.live import bot_driver

    bot_driver.pause = pause
    call_command("serve", *sys.argv[1:])
