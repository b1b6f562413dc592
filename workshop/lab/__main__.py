"""`python -m workshop.lab NAME [OPTIONS]`: measure or break the site; see `script/lab`."""

import os
import sys

import django


def main() -> None:
    """Set Django up, and run the program."""
    # What it creates (databases, keys, logs) is for its own account only.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    django.setup()
    from workshop.make import entry  # noqa: PLC0415 - programs need the settings

    entry.main("workshop.lab", sys.argv[1:])


if __name__ == "__main__":
    main()
