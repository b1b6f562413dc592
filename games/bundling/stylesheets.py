"""Stylesheets of a page in one file."""

import re
from collections.abc import Callable, Sequence

# A string, which may hold what looks like a comment, or a comment.
PARTS = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/""", re.S)


def join_stylesheets(paths: Sequence[str], read: Callable[[str], str]) -> str:
    """Return the text of all stylesheets, in order, without comments and indentation.

    Their relative addresses stay as they are: bundles are as deep as `css/` is.
    """
    return "".join(_shortened(read(path)) for path in paths)


def _shortened(text: str) -> str:
    bare = PARTS.sub(lambda found: found[1] or "", text)
    return "".join(f"{line.strip()}\n" for line in bare.splitlines() if line.strip())
