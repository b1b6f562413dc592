#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run the management command named in the arguments."""
    # What this process creates (database, keys) is for its own account only.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # An operator reads this: what is wrong with a setting, without the lines of our code.
        sys.exit(f"The site is not configured: {error}")


if __name__ == "__main__":
    main()
