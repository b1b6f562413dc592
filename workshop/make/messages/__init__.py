"""The catalogues of translations in `locale/`: finding marked texts, updating, compiling.

docs/accessibility.md explains how texts are marked.
"""

from workshop.make.messages.catalogues import (
    CATALOGUES,
    compiled,
    is_translated,
    key_of,
    languages,
    marked_texts,
    po_path,
    read_catalogue,
    update_language,
)
from workshop.make.messages.faults import faults_in, faults_of
from workshop.make.messages.pseudo import PSEUDO_LANGUAGE, pseudo_text, write_pseudo_language
from workshop.make.messages.review import (
    Coverage,
    coverage,
    set_reviewed,
    shown_catalogue,
    unreviewed_texts,
    write_compiled,
)

__all__ = [
    "CATALOGUES",
    "PSEUDO_LANGUAGE",
    "Coverage",
    "compiled",
    "coverage",
    "faults_in",
    "faults_of",
    "is_translated",
    "key_of",
    "languages",
    "marked_texts",
    "po_path",
    "pseudo_text",
    "read_catalogue",
    "set_reviewed",
    "shown_catalogue",
    "unreviewed_texts",
    "update_language",
    "write_compiled",
    "write_pseudo_language",
]
