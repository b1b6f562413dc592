"""What names know of characters is what the program writes from today's packages."""

from games.people.accounts import lookalikes
from games.people.accounts.characters import FILE as SCRIPTS
from workshop.make.programs import unicode


def test_the_file_of_scripts_is_what_the_program_writes() -> None:
    assert SCRIPTS.read_text("ascii") == unicode.scripts_of_all()


def test_the_file_of_lookalikes_is_what_the_program_writes() -> None:
    assert lookalikes.FILE.read_text("ascii") == unicode.all_lookalikes()
