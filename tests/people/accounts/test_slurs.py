"""Which texts contain a slur, and that nothing innocent does."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from pytest_django.fixtures import Settings

from games.people.accounts import word_lists
from games.people.accounts.word_lists import LISTS, find_slur

# People, places, plants, dishes and everyday words with an entry inside, or across two words.
INNOCENT = """
Scunthorpe; Penistone; Clitheroe; Lightwater; Essex; Sussex; Middlesex; Arsenal; Cockburn; Hancock;
Dick Van Dyke; Richard Dickens; Fagin; Van Fagen; Fagott; Fagottist; Faggiani; Niger; Nigeria;
Nigerian; Nigel; snigger; sniggered; denigrate; niggle; Schwarzenegger; Pakistan; Pakistani; Spice
Girls; spicy; spick and span; Spickzettel; Kikeriki; Kiki; chinked; Chinkiang; Gookin; retardant;
Montserrat; therapist; a therapist; Bangcock; Swoggle; polliwog; Cuntis; Slutsk; slutching;
Peacock; Tranninh; Wankel; Wankelmotor; Swank; spastisch; Spastik; spazieren; Spazierer; Pedometer;
Torpedo; Pädagoge; pädagogisch; Pedro; Kaffee; Kafferahm; Neigerin; Negerian; Rennegger; Mongolei;
Mongolia; Among us; MongoDB; Hurensteiner; Hurrikan; Hurra; Uhren; Fuhre; Chure; Nutteln; Nutella;
Schlampig; verschlampt; Schlamper; Transept; Bitcher; Bitchin; Fotzelschnitten; Wichs; Schuhwichse;
Arschkarte; Arschbombe; barsch; Marsch; Krüppelwalm; Tuntenhausen; Polackenberg; Zigeunerbaron;
Zigeunersauce; Gulasch; Bimboland; Dreckspatz; Sauhund; Drache; Missgeschick; It's hit or miss;
That's punk; Tom's lut; I pass hit after hit; Rob it champion; Er ging ab ins Gasthaus; Bring dich
rum; Fick; Hope you dine; Kill your slf; Assisi; class; pass; Shiitake; 455 points; 1337; 88; 6 6
6; Kysuca; Abo; Heilbronn; Siegheilung; Adolf; White powder;
niggardly; verkrüppeln; verschlampen; gespaßt; antispast
"""


def innocents() -> list[str]:
    texts = [text.strip() for text in INNOCENT.replace("\n", " ").split(";")]
    return [text for text in texts if text]


@pytest.mark.parametrize("style", [str, str.lower, str.upper])
def test_it_finds_nothing_in_innocent_words(style: Callable[[str], str]) -> None:
    texts = list(map(style, innocents()))
    assert len(texts) > 100
    assert [(text, found) for text in texts if (found := find_slur(text))] == []


def test_it_finds_nothing_in_the_texts_of_the_site() -> None:
    catalogues = Path(site_settings.BASE_DIR, "locale").glob("*/LC_MESSAGES/django.po")
    catalogue = "\n".join(path.read_text() for path in catalogues)
    docs = [path.read_text() for path in Path(site_settings.BASE_DIR, "docs").glob("*.md")]
    # All catalogues have the English texts.
    texts = {*re.findall(r'"(.*)"', catalogue), *"\n".join(docs).split("\n")}
    assert len(texts) > 30_000
    assert [(text, found) for text in texts if (found := find_slur(text))] == []


@pytest.mark.parametrize("name", sorted(path.stem for path in LISTS.glob("*.txt")))
def test_it_finds_each_entry_of_its_lists(name: str) -> None:
    lines = (LISTS / f"{name}.txt").read_text().splitlines()
    entries = [line for line in lines if line and not line.startswith("#")]
    assert len(entries) > 50
    assert len(set(entries)) == len(entries)
    for entry in entries:
        assert entry == entry.lower()
        word = entry.strip("*=")
        for text in (
            word,
            word.upper(),
            f"You {word}!",
            " ".join(word),
            f"x {word.replace('ü', 'ue')}, 3",
        ):
            assert find_slur(text), text


@pytest.mark.parametrize(
    "text",
    [
        "WANKER",
        "you wankers",
        "w.a.n.k.e.r",
        "w a n k e r",
        "W  A  N  K  E  R !",
        "wan-ker",
        "w_a_n_k_e_r",
        "waaankeeeer",
        "w@nk3r",
        "wanker1",
        "xX_wanker_Xx",
        "BigWanker",
        "'wanker'",
        "wanker's",
        "„Wanker“",
        "wånkér",
        "w\u0430nk\u0435r",  # Cyrillic letters
        "\uff37\uff21\uff2e\uff2b\uff25\uff32",  # fullwidth letters
        "\U0001d430\U0001d41a\U0001d427\U0001d424\U0001d41e\U0001d42b",  # mathematical letters
        "wan\u200bk\u00ader",  # characters of no width
        "wan\u034fker",
        "DlCKHEAD",  # a small l for a capital I
        "du Arschl\u00f6cher",
        "Arschloecher",
        "Vollspasten",
        "sch1tzauge schlitzäugig Schlitzauge",
        "Fick dich!",
        "f i c k  d i c h",
    ],
)
def test_it_sees_through_simple_disguises(text: str) -> None:
    assert find_slur(text)


def test_it_says_which_entry_it_found() -> None:
    assert find_slur("what a D.i.c.k.h.e.a.d") == "dickhead*"
    assert find_slur("what a day") is None


@pytest.fixture
def _read_again() -> Iterator[None]:
    yield
    word_lists._words.cache_clear()


@pytest.mark.usefixtures("_read_again")
def test_it_takes_words_of_the_operator(settings: Settings, tmp_path: Path) -> None:
    assert find_slur("You old landlubber!") is None
    own = tmp_path / "own.txt"
    own.write_text("# ours\n\nlandlubber  # only here\n*\n")
    settings.EXTRA_SLURS = str(own)
    word_lists._words.cache_clear()
    assert find_slur("You old LANDLUBBER!") == "landlubber"
    assert find_slur("landlubbers") is None


@pytest.mark.parametrize("piece", ["s", "n.", "w a ", "fu", "'", "schl", "*_-", "1!", "ı̈", "aA"])
def test_it_never_takes_long(piece: str) -> None:
    text = (piece * 200)[:200]
    find_slur(text)
    began = time.perf_counter()
    for _ in range(5):
        find_slur(text)
    assert (time.perf_counter() - began) / 5 < 0.02
