"""The catalogues of translations in `locale/`: finding marked texts, updating, compiling.

docs/accessibility.md explains how texts are marked.
"""

from make.messages.catalogues import (
    CATALOGUES,
    DOMAINS,
    compiled,
    domain_catalogues,
    is_translated,
    languages,
    po_path,
    read_catalogue,
    update_language,
)
from make.messages.pseudo import PSEUDO_LANGUAGE, pseudo_text, write_pseudo_language

__all__ = [
    "CATALOGUES",
    "DOMAINS",
    "PSEUDO_LANGUAGE",
    "compiled",
    "domain_catalogues",
    "is_translated",
    "languages",
    "po_path",
    "pseudo_text",
    "read_catalogue",
    "update_language",
    "write_pseudo_language",
]
