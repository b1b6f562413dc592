"""A system check: texts of the operator that still have placeholders."""

import re
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register

from games.site.account.legal.texts import files

# As in the templates of deploy/legal: "[your name]". Not a link: "[here](https://...)".
PLACEHOLDER = re.compile(r"\[[^\]\n]+\](?!\()")


@register("games")
def check_legal_texts(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn (W020) of placeholders that the operator has not filled in."""
    return [
        Warning(
            f"{path.name} in LEGAL_DIR still has placeholders: {', '.join(sorted(found)[:5])}.",
            hint="Replace every text in square brackets.",
            id="games.W020",
        )
        for path in files()
        if (found := set(PLACEHOLDER.findall(path.read_text(errors="replace"))))
    ]
