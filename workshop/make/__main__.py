"""`python -m workshop.make NAME [OPTIONS]`: make data that the site ships; see `script/make`."""

import os
import sys

import django


def make_all() -> None:
    """Make what takes minutes; say what the others take."""
    from workshop.make import entry  # noqa: PLC0415 - needs the settings

    left = []
    for name in entry.names_of("workshop.make"):
        program = entry.find("workshop.make", name)
        if program.CHEAP is None:
            left.append(f"script/make {name}: {entry.title_of(program)} {program.TAKES}")
        else:
            print(f"script/make {' '.join([name, *program.CHEAP])}")
            entry.call("workshop.make", name, *program.CHEAP)
    print("\nNot made, because it takes long or needs a decision:\n" + "\n".join(left))


def main() -> None:
    """Set Django up, and do what the arguments say."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    django.setup()
    from workshop.make import entry  # noqa: PLC0415 - needs the settings

    if sys.argv[1:] == ["all"]:
        make_all()
    else:
        entry.main("workshop.make", sys.argv[1:])


if __name__ == "__main__":
    main()
