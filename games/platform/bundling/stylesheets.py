"""Joins the stylesheets of a page into one file."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

# A string (which may contain something like a comment), or a comment.
PARTS = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/""", re.S)
IMAGE = re.compile(r"""url\("\.\./(img/[\w-]+\.svg)"\)""")
MAX_INLINE = 1000
"""The most characters of an inline SVG. The headers of a separate answer are almost as long."""

SAFE = " ='/:;,.-"
"""Characters that need no escaping in a data address within double quotes."""


def join_stylesheets(paths: Sequence[str], read: Callable[[str], str]) -> str:
    """Return the text of all stylesheets, in order, without comments and indentation, and with
    short pictures inside.
    """
    # Other relative addresses stay as they are, because bundles are as deep as `css/` is.
    text = "".join(_shortened(read(path)) for path in paths)
    return IMAGE.sub(lambda found: _picture(found, read), text)


def _shortened(text: str) -> str:
    bare = PARTS.sub(lambda found: found[1] or "", text)
    return "".join(f"{line.strip()}\n" for line in bare.splitlines() if line.strip())


def _picture(found: re.Match[str], read: Callable[[str], str]) -> str:
    """Return what to write for the address of a picture."""
    svg = read(found[1])
    if len(svg) > MAX_INLINE:
        return found[0]
    code = " ".join(svg.split()).replace('"', "'")
    return f'url("data:image/svg+xml,{quote(code, safe=SAFE)}")'
