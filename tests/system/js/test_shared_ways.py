"""What all scripts do in one way, because a second one would miss what that one takes care of."""

import re

import pytest

from tests.environment import ROOT

FOLDER = ROOT / "static/js"
MODULES = {each.relative_to(FOLDER).as_posix(): each.read_text() for each in FOLDER.rglob("*.js")}

# A translator may have taken a text out of the page: ui/translation.js looks after those of Preact.
TEXTS = re.compile(
    r"\bcreateTextNode\b|\bnodeValue\b|\bsplitText\b|(?:first|last)Child\.textContent\s*=|(?<!this)\.data\s*[|+]*=[^=]"
)
MAKES_ELEMENTS = re.compile(
    r'import \{[^}]*\b(?:h|createElement|cloneElement)\b[^}]*\} from "preact"|from "htm"'
)
POSTS = re.compile(r"""method:[^,}]*["']POST["']|\bsendBeacon\b|\bXMLHttpRequest\b""")
# A device's clock may be set at any time: what is about to come is counted by performance.now().
DATES = re.compile(r"\bDate\.now\(\)|\bnew Date\(\)")


def using(pattern: re.Pattern[str]) -> set[str]:
    return {path for path, text in MODULES.items() if pattern.search(text)}


def test_nothing_writes_into_a_text_that_it_has_kept() -> None:
    assert using(TEXTS) == {"ui/translation.js"}


def test_elements_of_preact_come_from_one_place_which_looks_after_translators() -> None:
    assert using(MAKES_ELEMENTS) == {"ui/html.js"}
    assert 'import "./translation.js";' in MODULES["ui/html.js"]


def test_one_place_posts_and_decides_what_people_read_when_it_is_refused() -> None:
    # What perfect play scores is nobody's: it needs no token.
    assert using(POSTS) == {"net/posting.js", "house_rules/main.js"}


def test_the_devices_own_clock_is_read_only_for_what_is_stored() -> None:
    assert using(DATES) == {
        "app/install.js",
        "app/main.js",
        "app/offer-push.js",
        "app/refusals.js",
        "language/times.js",
        "net/server-time.js",
        "offline_games/state.js",
        "notifications/push-player.js",
        "real_dice/state.js",
        "real_dice/store.js",
        "table/seeds/sealing.js",
        "fairness/game-check.js",
    }


def test_names_of_one_person_are_folded_in_one_place() -> None:
    # Small letters of the device's own language would make two persons of one in Turkish.
    assert not using(re.compile(r"toLocale(?:Lower|Upper)Case"))


def test_nothing_asks_for_what_only_pages_with_https_have() -> None:
    assert not using(re.compile(r"\brandomUUID\("))


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        (TEXTS, "place.firstChild.data = words;"),
        (TEXTS, "text.nodeValue = words;"),
        (TEXTS, "place.append(document.createTextNode(words));"),
        (MAKES_ELEMENTS, 'import { h, render } from "preact";'),
        (POSTS, 'fetch(address, { method: "POST", body })'),
        (DATES, "const until = Date.now() + wait;"),
    ],
)
def test_it_would_find_another_way(pattern: re.Pattern[str], code: str) -> None:
    assert pattern.search(code)
