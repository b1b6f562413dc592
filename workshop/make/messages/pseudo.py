"""The pseudo-language: English with accents, 40 % longer, to find unmarked texts and overflow."""

import re
from pathlib import Path

from babel.messages import Catalog

from workshop.make.messages.catalogues import compiled, marked_texts, po_path

PSEUDO_LANGUAGE = "en_XA"
PLAIN = "AEIOUYaeiouycnsz"
ACCENTED = "ÀÉÎÖÛÝàéîöûýçñšž"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
# Placeholders, HTML tags and entities stay as they are.
KEPT = re.compile(r"(%\(\w+\)[sd]|%%|%s|<[^>]*>|&\w+;)")
GROWTH = 0.4
PADDING = "~" * 9 + " "  # lines can break within, as between words


def pseudo_text(text: str) -> str:
    """Return the text with accents and padding: "Your turn" becomes "[Ýöûr tûrñ~~~~]"."""
    parts = KEPT.split(text)
    letters = sum(len(part) for part in parts[::2])
    accented = (part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))
    growth = round(letters * GROWTH)
    return f"[{''.join(accented)}{(PADDING * growth)[:growth]}]"


def write_pseudo_language(root: Path) -> None:
    """Write the compiled catalogue of the pseudo-language below `root`."""
    catalogue = Catalog(locale="en", fuzzy=False)
    for message in marked_texts():
        if message.id:
            texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            pseudo = tuple(pseudo_text(text) for text in texts)
            string = pseudo if message.pluralizable else pseudo[0]
            catalogue.add(message.id, string, context=message.context)
    path = po_path(PSEUDO_LANGUAGE, root).with_suffix(".mo")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compiled(catalogue))
