"""Start a worker on the current database, and print when it has caught up with what.

Starts a worker on this database, which `seed_growth --backlog` has filled.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.growth.backlog import ask_for_mail, watch


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the limits."""
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    parser.add_argument("--mails", type=int, default=100, help="to ask for before")


def run(options: Namespace) -> None:
    """Watch. Raises SystemExit if anything but analyses is left."""
    ask_for_mail(options.mails)
    left = []
    for done in watch(options.seconds):
        print(f"{done.seconds:6.1f} s, {done.cpu_s:5.1f} s of CPU  {done.what}: {done.number:,}")
        if "not done" in done.what and not done.what.startswith("analyses"):
            left.append(done.what)
    if left:
        raise SystemExit("The worker has not caught up.")
