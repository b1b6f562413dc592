"""`manage.py solve`."""

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def solve(*arguments: str) -> str:
    out = StringIO()
    call_command("solve", *arguments, stdout=out)
    return out.getvalue()


def test_it_takes_the_joker_rule() -> None:
    printed = solve("yahtzee", "--joker", "none")
    assert "joker none" in printed
    assert "245.8707745141" in printed
    assert "forced" not in printed


def test_it_prints_quantiles_and_every_box() -> None:
    printed = solve("yacht", "--details")
    for words in ("50.00% 167", "most frequent       180", "big_straight"):
        assert words in printed


@pytest.mark.parametrize("variant", ["triple_yahtzee", "chess"])
def test_it_refuses_what_has_no_table(variant: str) -> None:
    with pytest.raises(CommandError):
        solve(variant)


class Terminal(StringIO):
    """Standard error that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_it_draws_one_plain_bar_to_its_end_for_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Terminal()
    monkeypatch.setattr(sys, "stderr", drawn)
    solve("yacht", "--again")
    *bars, rest = drawn.getvalue().split("\n")
    assert rest == ""
    # Shapes that are on disk already need no bar.
    labels = [bar.lstrip("\r").split()[0] for bar in bars]
    assert labels in (["perfect"], ["perfect", "shapes"])
    assert all(bar.count("100%") == 1 and bar.endswith("100%") for bar in bars)
    assert "\x1b" not in drawn.getvalue()
