"""Measures in the browser where names and numbers stand, to find a name between another's numbers.

What is next to each other in the document must be next to each other on the page. So between a name
or a number and the next one on the same line, no other name may stand.
"""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text()


def tangled(page: Page, names: Iterable[str], *, only_own: bool = False) -> tuple[list[str], int]:
    """Return which name stands between others' numbers on the page, and how many neighbours were
    measured. `only_own`: only a name and the number right after it. (Where English stands in a page
    from right to left, the words of a sentence move, but a number stays with its name.)
    """
    page.evaluate(f"() => {{ {SCRIPT} }}")
    problems, counted = page.evaluate(
        "([names, onlyOwn]) => tangled(names, onlyOwn)", [list(names), only_own]
    )
    return problems, counted


def texts_of(page: Page) -> list[str]:
    """Return what the page shows without markup: title, labels, descriptions, texts to share."""
    page.evaluate(f"() => {{ {SCRIPT} }}")
    found: list[str] = page.evaluate("shownAsText()")
    return found


def tangled_texts(page: Page, texts: Iterable[str], names: Iterable[str]) -> tuple[list[str], int]:
    """The same for plain texts, as a title bar or a mail program shows them: in a line from left to
    right, and in one whose first letter decides. Replaces the page.
    """
    texts, names, problems, counted = list(texts), list(names), [], 0
    page.evaluate(f"() => {{ {SCRIPT} }}")
    for direction in ("ltr", "auto"):
        page.evaluate("([texts, direction]) => showTexts(texts, direction)", [texts, direction])
        found, many = tangled(page, names, only_own=direction == "auto")
        problems += found
        counted += many
    return problems, counted
