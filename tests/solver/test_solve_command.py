"""`manage.py solve`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def solve(*arguments: str) -> str:
    out = StringIO()
    call_command("solve", *arguments, stdout=out)
    return out.getvalue()


def test_it_prints_ten_decimals() -> None:
    printed = solve("yacht", "--again")
    assert "Yacht\n" in printed
    assert "166.9550677046" in printed
    assert "34.9815655477" in printed
    assert "4,096" in printed


def test_it_takes_the_joker_rule() -> None:
    printed = solve("yahtzee", "--joker", "none")
    assert "joker none" in printed
    assert "245.8707745141" in printed
    assert "forced" not in printed


def test_it_tells_of_every_box_and_of_speed() -> None:
    printed = solve("yacht", "--details", "--bench")
    for words in ("50.00% 167", "most frequent       180", "big_straight", "one decision"):
        assert words in printed


@pytest.mark.parametrize("variant", ["triple_yahtzee", "chess"])
def test_it_refuses_what_has_no_table(variant: str) -> None:
    with pytest.raises(CommandError):
        solve(variant)
