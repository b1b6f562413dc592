"""Reads the lists of names beside this file."""

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
CODE = re.compile(r"<([0-9A-F]{4,5})>")


class Block(NamedTuple):
    """A block of a list: its title, where its entries are from, and the entries."""

    title: str
    source: str
    entries: tuple[str, ...]


def blocks_of(file: str) -> list[Block]:
    found = []
    for text in (FOLDER / file).read_text("utf-8").split("\n= ")[1:]:
        head, *lines = text.splitlines()
        title, _, source = head.partition(": ")
        parts = "; ".join(lines).split("; ")
        found.append(Block(title, source, tuple(decoded(part) for part in parts if part)))
    return found


def decoded(text: str) -> str:
    """Return a text with the characters that stand there by their codes."""
    return CODE.sub(lambda code: chr(int(code[1], 16)), text)
