"""`python -m workshop.lab.crowd.server ...`: `manage.py serve`, sampled between two SIGUSR2."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from workshop.lab.crowd.sampling import VARIABLE, Sampler

# Not tests.environment: it would take the test's variables away.
ROOT = Path(__file__).parents[3]


def main() -> None:
    """Get ready to sample, then serve."""
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    Sampler(Path(os.environ[VARIABLE]), ROOT).install()
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
