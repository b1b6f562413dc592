"""Which marks and which unseen characters stay in a name. The examples are from the chapters of
the Unicode Standard on each script, and from RFC 5892, appendix A.
"""

import unicodedata

import pytest

from games.people.accounts.characters import cut
from games.people.accounts.lookalikes import skeleton
from games.people.accounts.names import NameRefused, clean_name

FLAG = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Ad\u00e9b\u1ecd\u0301l\u00e1",  # two accents on one letter
        "G\u0303uarani",
        "J\u016b\u0301rat\u0117",
        "L\u00eem B\u014d\u0358-seng",
        "\u05e9\u05bc\u05c1\u05b4\u05d9\u05e8",  # Hebrew: dagesh, shin dot and vowel
        "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",  # Arabic: shadda and vowel
        "\u0e19\u0e49\u0e33\u0e1d\u0e19",
        "\u0e1b\u0e34\u0e48\u0e19",  # Thai: vowel and tone
        "\u0f66\u0f92\u0fb2\u0f74\u0f56",  # Tibetan: three signs in a stack
        "\u1019\u103c\u103d\u103e\u1031\u102c\u1037",  # Burmese: four medials and vowels
        "\u304b\u309a",  # Ainu, no single code point
        "1\ufe0f\u20e3 Anna",
        "\u2764\ufe0f Anna",
        "\U0001f469\U0001f3fd\u200d\U0001f680 Zoe",
        "\U0001f642\u200d\u2194\ufe0f Bob",
        f"{FLAG} Mac",
        "\U0001fae8 Bob",  # of Unicode 15
        "\u845b\U000e0100\u57ce",
        "\u1830\u180b\u1820",
        "\u0646\u06cc\u200c\u0646\u0627",  # between two letters that join
        "\u0d05\u0d28\u0d3f\u0d32\u0d4d\u200d",  # after a virama, at the end
        "\u09b0\u200d\u09cd\u09af",  # Bengali: before the virama
    ],
)
def test_what_writing_needs_stays(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Al\u200dice", "Alice"),
        ("Al\u200cice", "Alice"),
        ("\u0410\u043d\u200d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
        ("\u0627\u200c\u0628", "\u0627\u0628"),  # an alef joins no letter after it
        ("\u0628\u200c", "\u0628"),
        ("\u0628\u200c\u200c\u0628", "\u0628\u200c\u0628"),
        ("\u674e\u200d\u5a1c", "\u674e\u5a1c"),
        ("Anna\u200d\U0001f680", "Anna\U0001f680"),
        ("\U0001f469\u200d", "\U0001f469"),
        ("1\ufe0f", "1"),
        ("Anna\U000e0100", "Anna"),
        ("\U0001f3f4\U000e0067\U000e0062 Mac", "\U0001f3f4 Mac"),  # a flag without its end
        ("Mac\U000e0067\U000e007f", "Mac"),
    ],
)
def test_what_it_does_not_need_vanishes(typed: str, seen: str) -> None:
    assert clean_name(typed) == seen


@pytest.mark.parametrize(
    "name",
    [
        "Anna\u0301\u0302\u0303",
        "\u00e1\u0302\u0303nna",  # the first is part of the letter
        "An\u0301\u0301na",
        "An\u0951na",  # of another script
        "\u05d0\u064b\u05d1",
        "\u0e01\u0e47\u0e47\u0e47",
        "\u0301Anna",
        "1\u0301",
        "An\u0336na",
        "An\u0305na",
        "A\u20e3nna",
        "\u0410\u0489\u043d\u043d\u0430",
    ],
)
def test_marks_that_belong_to_no_letter_are_refused(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name)
    assert refused.value.code == "marks"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0646\u06cc\u200c\u0646\u0627", "\u0646\u06cc\u0646\u0627"),
        ("\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u0dbb\u0dd3"),
        ("\u845b\U000e0100", "\u845b"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_they_make_no_two_names_that_look_equal(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("text", "most", "start"),
    [
        ("Anna", 10, "Anna"),
        ("Anna", 2, "An"),
        ("Ad\u00e9b\u1ecd\u0301l\u00e1", 5, "Ad\u00e9b"),
        ("\u0dc1\u0dca\u200d\u0dbb\u0dd3", 4, ""),
        ("A\U0001f469\U0001f3fd\u200d\U0001f680", 4, "A"),
        ("\u0e19\u0e49\u0e33", 1, ""),
        (f"A{FLAG}", 4, "A"),
    ],
)
def test_a_text_is_cut_between_letters(text: str, most: int, start: str) -> None:
    assert cut(text, most) == start
