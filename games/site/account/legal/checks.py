"""System checks: texts of the operator that still have placeholders."""

import re
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register

from games.site.account.legal.texts import NAMES, files, written_in_browser

# As in the templates of deploy/legal: "[your name]". Not a link: "[here](https://...)".
PLACEHOLDER = re.compile(r"\[[^\]\n]+\](?!\()")


@register("games")
def check_legal_texts(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn (W020) of placeholders that the operator has not filled in, in LEGAL_DIR."""
    return [
        found
        for path in files()
        for found in _placeholders(f"{path.name} in LEGAL_DIR", path.read_text(errors="replace"))
    ]


# With --deploy only: it asks the database, which other commands are to make first.
@register("games", deploy=True)
def check_texts_of_the_browser(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W020) of such placeholders in texts that were written in the browser, if these show."""
    return [
        found
        for name in (*NAMES, "privacy")
        for found in _placeholders(f"{name} in the settings of the site", written_in_browser(name))
    ]


def _placeholders(where: str, text: str) -> list[CheckMessage]:
    found = sorted(set(PLACEHOLDER.findall(text)))
    if not found:
        return []
    return [
        Warning(
            f"{where} still has placeholders: {', '.join(found[:5])}.",
            hint="Replace every text in square brackets.",
            id="games.W020",
        )
    ]
