"""`manage.py plot_soak`: draw the samples of a soak."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.soak.plot import draw
from games.bench.soak.run import slopes
from games.bench.soak.samples import read_columns


class Command(BaseCommand):
    """Also works while the soak is running."""

    help = "Draw the samples of a soak as SVG, and print how fast each column grew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the samples and the picture."""
        parser.add_argument("samples", type=Path, help="samples.csv of manage.py soak")
        parser.add_argument("picture", type=Path, help="the SVG file to write")
        parser.add_argument(
            "--warm-up", type=float, default=1200, help="seconds that the slopes leave out"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw. Raises CommandError without samples."""
        try:
            columns = read_columns(options["samples"])
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        options["picture"].write_text(draw(columns))
        for name, slope in slopes(columns, options["warm_up"]).items():
            self.stdout.write(f"{name}: {slope:+.2f} an hour")
