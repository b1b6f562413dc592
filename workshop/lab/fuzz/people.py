"""`python -m workshop.lab.fuzz.people seat|verify`: the steps of a run that need the database.

seat GUESTS ACCOUNTS ROOMS   create players and rooms, print them as JSON
verify                       verify every game that is over; print [problems, count] as JSON
"""

import io
import os
import sys

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
django.setup()

from django.core.management import CommandError, call_command  # noqa: E402 - needs the settings

from games.core.engine import CLOCKS  # noqa: E402
from games.core.rules import VARIANTS  # noqa: E402
from games.people.accounts.models import User  # noqa: E402
from games.people.accounts.players import create_account  # noqa: E402
from games.record.log.models import Game  # noqa: E402
from games.tables.rooms import opening  # noqa: E402
from workshop.lab.fuzz.site import Person, Site  # noqa: E402
from workshop.lab.seating import create_guests, create_sessions  # noqa: E402

PASSWORD = "five sixes in one throw"


def create_site(guests: int, accounts: int, visitors: int, tables: int) -> Site:
    """Create players, visitors, one member of staff, and rooms in which nobody has started."""
    users = create_guests(guests) + create_accounts("Account", accounts)
    others = create_accounts("Visitor", visitors)
    (staff,) = create_accounts("Keeper", 1)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    cookies = create_sessions([*users, *others, staff])

    def person(user: User) -> Person:
        return Person(user.pk, user.name, cookies[user.pk])

    codes = create_tables(users, tables)
    return Site([*map(person, users)], [*map(person, others)], person(staff), codes)


def create_accounts(name: str, count: int) -> list[User]:
    """Create accounts with numbered names."""
    return [create_account(f"{name} {number}", PASSWORD) for number in range(count)]


def create_tables(users: list[User], tables: int) -> list[str]:
    """Open `tables` rooms, one of each player in turn, and return their codes.

    Some are rated (only accounts may open them), some have bots replace those who leave.
    """
    variants, codes = list(VARIANTS), []
    for number in range(tables):
        host, clock = users[number % len(users)], CLOCKS[number // 2 % len(CLOCKS)]
        rated = not host.is_guest and clock is not None
        seats = 2 if rated else 2 + number // 2 % 3
        room = opening.open_room(
            host,
            variants[number // 2 % len(variants)],
            {},
            seats if number % 2 == 0 else 1,
            clock,
            number % 2 == 0,
            rated and seats == 2 and number % 2 == 0,
            stand_ins=not rated and number % 3 == 0,
        )
        codes.append(room.code)
    return codes


def verify() -> tuple[list[str], int]:
    """Run `verify_game` for every game that is over; return what it complains about."""
    problems: list[str] = []
    codes = Game.objects.exclude(status="playing").values_list("code", flat=True)
    for code in codes:
        output = io.StringIO()
        try:
            call_command("verify_game", code, stdout=output)
        except CommandError as error:
            problems.append(f"{code}: {error}\n{output.getvalue()}")
    return problems, len(codes)


def main(step: str, *arguments: str) -> None:
    answer = verify() if step == "verify" else create_site(*map(int, arguments))
    sys.stdout.write(msgspec.json.encode(answer).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
