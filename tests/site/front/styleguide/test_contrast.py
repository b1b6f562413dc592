"""Every combination of theme, felt and dice has enough contrast (WCAG 2.2, levels AA and AAA)."""

import pytest

from games.people.accounts.preferences import Preferences
from tests.site.front.styleguide.contrast import Colour, colour, contrast, luminance, over, tokens

SCHEMES = ("light", "dark")
FELTS = ("navy", "green", "burgundy", "contrast")
DICE = ("ivory", "casino", "midnight", "contrast")
PIPS = ("plain", "four colours")
TEXT, LARGE_OR_GRAPHIC, ENHANCED = 4.5, 3.0, 7.0


def test_it_computes_contrast_as_published() -> None:
    # Examples of https://webaim.org/articles/contrast/ and the extremes of the definition.
    white, black = Colour(255, 255, 255), Colour(0, 0, 0)
    assert contrast(white, black) == 21
    assert contrast(white, white) == 1
    assert round(contrast(Colour(0x76, 0x76, 0x76), white), 2) == 4.54
    assert round(contrast(Colour(255, 0, 0), white), 2) == 4.00
    assert luminance(white) == 1
    assert over(Colour(255, 255, 255, 0.5), black) == Colour(127.5, 127.5, 127.5)


def test_it_reads_the_tokens_of_a_look() -> None:
    navy, green = tokens("light"), tokens("dark", felt="green")
    assert (navy["--felt"], navy["--paper"]) == ("#1b506c", "#f3eee2")
    assert green["--felt"] != tokens("light", felt="green")["--felt"] != navy["--felt"]
    assert green["--felt-text"] == navy["--felt-text"]
    assert "felt_look" in Preferences.__struct_fields__


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("felt", FELTS)
def test_it_is_readable_on_felt(scheme: str, felt: str) -> None:
    values = tokens(scheme, felt=felt)
    wanted = ENHANCED if felt == "contrast" else TEXT
    grounds = [colour(f"--felt{part}", values) for part in ("", "-deep", "-edge")]
    surface = colour("--felt-surface", values)
    grounds += [over(surface, ground) for ground in grounds]
    for name in ("text", "muted", "link", "danger", "brass"):
        for ground in grounds:
            found = contrast(colour(f"--felt-{name}", values), ground)
            assert found >= wanted, (name, round(found, 2))
    for ground in grounds:
        assert contrast(colour("--felt-focus", values), ground) >= LARGE_OR_GRAPHIC
        assert contrast(colour("--gold", values), ground) >= TEXT


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_has_more_contrast_for_those_who_prefer_it(scheme: str) -> None:
    values = tokens(scheme, prefers="more")
    for ground in ("--paper", "--card", "--card-sunk", "--card-tint"):
        for name in ("--color-text", "--color-muted"):
            assert contrast(colour(name, values), colour(ground, values)) >= ENHANCED
        assert contrast(colour("--color-line", values), colour(ground, values)) >= LARGE_OR_GRAPHIC


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("felt", FELTS)
def test_it_is_readable_on_the_page_and_on_ones_own_column(scheme: str, felt: str) -> None:
    values = tokens(scheme, felt=felt)
    for ground in ("--paper", "--card", "--card-sunk", "--card-tint", "--mine"):
        for name in ("--color-text", "--color-muted", "--color-link", "--color-danger"):
            found = contrast(colour(name, values), colour(ground, values))
            assert found >= TEXT, (name, ground, round(found, 2))


@pytest.mark.parametrize("pips", PIPS)
@pytest.mark.parametrize("dice", DICE)
def test_it_shows_the_pips_of_a_die(dice: str, pips: str) -> None:
    values = tokens("light", dice=dice, pips=pips)
    wanted = ENHANCED if (dice, pips) == ("contrast", "plain") else LARGE_OR_GRAPHIC
    for face in range(1, 7):
        found = contrast(colour(f"--die-pip-{face}", values), colour("--die-body", values))
        assert found >= wanted, (face, round(found, 2))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("dice", DICE)
def test_it_shows_dice_on_every_felt(scheme: str, felt: str, dice: str) -> None:
    values = tokens(scheme, felt=felt, dice=dice)
    # A dark die is seen by its pips, a light one by its body.
    parts = [colour(name, values) for name in ("--die-body", "--die-pip-6")]
    for ground in ("--felt", "--felt-deep", "--felt-edge"):
        found = max(contrast(part, colour(ground, values)) for part in parts)
        assert found >= (ENHANCED if dice == "contrast" else LARGE_OR_GRAPHIC), ground
