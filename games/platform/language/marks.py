"""The marks of texts in the browser's modules: the calls of `gettext` and its like.

A call names its texts literally, so that they can be found and replaced without running anything.
"""

import json
import re
from functools import lru_cache

LITERAL = r'"(?:\\.|[^"\\\n])*"'
# With the comma after the last argument.
CALL = re.compile(
    rf"\b(n?p?gettext)\(\s*({LITERAL})(?:\s*,\s*({LITERAL}))?(?:\s*,\s*({LITERAL}))?"
    r"(?:\s*,(?=\s*\)))?"
)
COMMENT_LINE = re.compile(r"^\s*(?://|/?\*).*$", re.M)


# During development each page in another language asks for all modules.
@lru_cache(maxsize=512)
def texts_of_javascript(source: str) -> tuple[tuple[str, str, str], ...]:
    """Return (text, plural, context) of each call in a module, whatever template it is in.

    Babel has a reader for JavaScript, but it loses calls in templates within templates.
    """
    return tuple(map(read_call, CALL.finditer(COMMENT_LINE.sub("", source))))


def read_call(call: re.Match[str]) -> tuple[str, str, str]:
    """Return (text, plural, context) of a call; "" for what it does not have."""
    function, *arguments = call.groups()
    texts: list[str] = [json.loads(each) for each in arguments if each]
    context = texts.pop(0) if "p" in function.removesuffix("gettext") else ""
    return texts[0], texts[1] if function.startswith("n") else "", context
