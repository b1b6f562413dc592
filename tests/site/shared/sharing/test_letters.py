"""The letters of pictures: which there are, how wide they are, and what becomes of long texts."""

import json

import pytest
from fontTools.ttLib import TTFont

from games.site.shared.sharing import letters
from games.site.shared.sharing.letters import DISPLAY, OTHERS, TEXT
from games.site.shared.sharing.material import FOLDER


@pytest.mark.parametrize("family", [DISPLAY, TEXT, OTHERS])
def test_it_knows_exactly_the_letters_of_each_font(family: str) -> None:
    known = json.loads((FOLDER / "letters.json").read_text())[family]
    assert set(map(ord, known)) == TTFont(FOLDER / f"{family}.woff2").getBestCmap().keys()


@pytest.mark.parametrize(
    "name", ["Alice", "Jürgen Öz", "Żółw", "Алиса", "Ελένη", "Nguyễn", "R2-D2"]
)
def test_it_draws_latin_cyrillic_greek_and_vietnamese(name: str) -> None:
    assert letters.is_drawable(name)


@pytest.mark.parametrize(
    "name", ["爱丽丝", "アリス", "앨리스", "أليس", "עליזה", "อลิซ", "Alice 🎲", "♛"]
)
def test_it_does_not_draw_what_would_be_boxes(name: str) -> None:
    assert not letters.is_drawable(name)


def test_it_moves_letters_together() -> None:
    apart = letters.width("Y", DISPLAY, 100) + letters.width("a", DISPLAY, 100)
    assert letters.width("Ya", DISPLAY, 100) < apart - 5


def test_it_draws_each_word_in_one_font() -> None:
    found, _ = letters.pieces("Алиса wins", DISPLAY, 40)
    families = {
        piece.font.getname()[0] for piece in found if "А" in piece.text or "л" in piece.text
    }
    assert families == {"Noto Sans"}
    assert found[-1].font.getname()[0] == "Young Serif"


def test_it_finds_one_font_for_a_whole_name() -> None:
    assert letters.family_of("Alice B", DISPLAY) == DISPLAY
    assert letters.family_of("Nguyễn Thị Mỹ", DISPLAY) == OTHERS


def test_it_cuts_off_what_is_too_long() -> None:
    text = "A very long name indeed"
    shown = letters.cut(text, TEXT, 30, 200)
    assert shown.endswith("…")
    assert text.startswith(shown[:-1])
    assert letters.width(shown, TEXT, 30) <= 200
    assert letters.cut("Bob", TEXT, 30, 200) == "Bob"


@pytest.mark.parametrize("words", [1, 4, 9, 40])
def test_it_fits_a_text_into_its_place(words: int) -> None:
    text = " ".join(["Yahtzee"] * words)
    size, lines = letters.fitted(text, DISPLAY, (78, 60, 40), 600, 3, 200)
    assert len(lines) <= 3
    assert len(lines) * size <= 200
    assert all(letters.width(line, DISPLAY, size) <= 600 for line in lines)
    if words <= 9:
        assert " ".join(lines) == text


def test_it_makes_lines_about_equally_long() -> None:
    _, lines = letters.fitted("Alice invites you to a game of Yahtzee", DISPLAY, (78,), 700, 3, 300)
    widths = [letters.width(line, DISPLAY, 78) for line in lines]
    assert len(lines) > 1
    assert min(widths) > 0.5 * max(widths)
