"""What search engines and previews show of a page has no trade mark. "Yahtzee" is only the name of
a set of rules: on pages about these rules.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.core.rules import MORE_GAMES, VARIANTS, Variant
from games.platform.language.addresses import has_languages, in_language
from tests.system.e2e.pages import FOR_ALL

TRADE_MARKS = re.compile(r"yahtzee|kniffel|\byam[’']?s\b", re.IGNORECASE)
SHOWN = r"description|keywords|(?:og|twitter):(?:title|description|image:alt)"
HEAD = re.compile(rf'<title>(.*?)</title>|<meta (?:name|property)="(?:{SHOWN})" content="(.*?)">')
PATHS = (*FOR_ALL.values(), *(f"/rules/{id_}/" for id_ in VARIANTS), "/rules/x/generala/")


def page_game(context: Any) -> str:
    """Return the name of the rules that a page is about; "" for none."""
    found = context.get("variant")
    if isinstance(found, dict):
        return str(found["name"])
    return found.name if isinstance(found, Variant) else str(VARIANTS[found].name) if found else ""


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_no_head_of_a_page_has_a_trade_mark(db: None, outsider: Client, language: str) -> None:
    outsider.cookies["language"] = language
    found, seen = [], 0
    for path in PATHS:
        spoken = in_language(language, path) if has_languages(path.partition("?")[0]) else path
        answer = outsider.get(spoken)
        assert answer.status_code == 200, spoken
        parts = [unescape(a or b) for a, b in HEAD.findall(answer.content.decode())]
        seen += len(parts)
        name = page_game(answer.context)
        found += [
            (spoken, part)
            for part in parts
            if TRADE_MARKS.search(part.replace(name, "") if name else part)
        ]
    assert not found
    assert seen >= 5 * len(PATHS)


def test_the_names_of_more_games_are_no_trade_marks() -> None:
    assert not [each.name for each in MORE_GAMES.values() if TRADE_MARKS.search(each.name)]
