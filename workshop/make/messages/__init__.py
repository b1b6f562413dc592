"""The catalogues of translations in `locale/`: finding marked texts, updating, compiling.

docs/accessibility.md explains how texts are marked.
"""

from workshop.make.messages.catalogues import (
    CATALOGUES,
    compiled,
    is_translated,
    languages,
    marked_texts,
    po_path,
    read_catalogue,
    update_language,
)
from workshop.make.messages.pseudo import PSEUDO_LANGUAGE, pseudo_text, write_pseudo_language

__all__ = [
    "CATALOGUES",
    "PSEUDO_LANGUAGE",
    "compiled",
    "is_translated",
    "languages",
    "marked_texts",
    "po_path",
    "pseudo_text",
    "read_catalogue",
    "update_language",
    "write_pseudo_language",
]
