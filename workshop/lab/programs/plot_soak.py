"""Draw the samples of a soak as SVG, and print how fast each column grew.

Also works while the soak is running.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from workshop.lab.soak.plot import draw
from workshop.lab.soak.run import slopes
from workshop.lab.soak.samples import read_columns


def add_arguments(parser: ArgumentParser) -> None:
    """Take the samples and the picture."""
    parser.add_argument("samples", type=Path, help="samples.csv of script/lab soak")
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    parser.add_argument(
        "--warm-up", type=float, default=1200, help="seconds that the slopes leave out"
    )


def run(options: Namespace) -> None:
    """Draw. Raises SystemExit without samples."""
    try:
        columns = read_columns(options.samples)
    except (OSError, ValueError) as error:
        raise SystemExit(str(error)) from error
    options.picture.write_text(draw(columns))
    for name, slope in slopes(columns, options.warm_up).items():
        print(f"{name}: {slope:+.2f} an hour")
