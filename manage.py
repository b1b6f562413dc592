#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run the management command named in the arguments."""
    # What this process creates (database, keys) is for its own account only.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
