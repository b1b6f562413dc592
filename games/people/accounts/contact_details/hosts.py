"""Finds names of hosts: "evil.com", "evil (dot) com", "evil .com"; not "nice.so close".

Of the top-level domains, `top_level_domains.txt` is IANA's list; `script/make domains` writes it.
The other lists say which of them are words in everyday speech, too; their first lines tell what
that means.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from games.people.accounts.contact_details.reading import fold
from games.people.accounts.lookalikes import skeleton

HERE = Path(__file__).parent
FILE = HERE / "top_level_domains.txt"

CORE = frozenset(("com", "net", "org"))
"""Nobody ends a sentence before one of these and forgets the space."""
_CORE_LOOKS = frozenset(map(skeleton, CORE))


def words_of(name: str) -> frozenset[str]:
    """Return the words of a list of this package, folded. Lines that begin with "#" are none."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    words = (word for line in lines if not line.startswith("#") for word in line.split())
    return frozenset(map(fold, words))


@cache
def all_endings() -> frozenset[str]:
    """Return all top-level domains, also as people write those of other scripts."""
    found = words_of("top_level_domains")
    coded = (name for name in found if name.startswith("xn--"))
    return found | {fold(name.encode("ascii").decode("idna")) for name in coded}


@cache
def _everyday() -> frozenset[str]:
    return words_of("everyday_endings")


@cache
def _common() -> frozenset[str]:
    return words_of("common_endings")


def is_core(word: str) -> bool:
    """Whether this is, or looks like, one of the oldest endings: "c0m"."""
    return skeleton(word) in _CORE_LOOKS


def is_ending(word: str) -> bool:
    return word in all_endings() or is_core(word)


def is_speech(word: str) -> bool:
    """Whether people also begin sentences with this ending. So they may with all of scripts that
    need no space after a full stop.
    """
    return word in _everyday() or any("\u2e80" <= letter <= "\ud7ff" for letter in word)


def is_common(word: str) -> bool:
    """Whether both is common: a link with this ending, and a sentence that begins with it."""
    return word in _common()


SCHEME = re.compile(
    r"\bh\s*[tx*]\s*[tx*]\s*p\s*s?\s*(?::|/\s*/)|\bh(?:xx|\*\*|tx|xt)ps?\b|[^\W\d_]\s*:\s?/\s?/\s?\w"
)
WWW = re.compile(r"\bwww\s*\.\s*\w|\bdub,? dub,? dub\b")
WWW_APART = re.compile(r"\bwww(?:\s*,\s*|\s+)[\w-]+(?:\s*[.,]\s*|\s+)([^\W\d_]{2,})")
# Endings that are words, behind names that everybody knows.
KNOWN = re.compile(
    r"(?<![\w.])(?:(?:t|m|wa|fb|telegram|paypal)\s?\.\s?me|(?:discord|dsc)\s?\.\s?gg|youtu\s?\.\s?be"
    r"|goo\s?\.\s?gl|is\s?\.\s?gd|linktr\s?\.\s?ee)(?![\w.])"
    r"|(?<!\w)(?:t me|wa me|discord gg|bit ly|youtu be|goo gl)\s*/\s*\w"
)
HOST = re.compile(r"(?<![\w-])[\w-]+(?:\.[\w-]+)+")
# How sentences in French, Spanish, Portuguese, Italian, Dutch and Polish go on.
GOES_ON = re.compile(
    r"\s+(?:nada|rien|justesse|verdad|nuevo|nouveau|novo|beste|volgende|laatste|va|marche|alors|ty|za"
    r"|ho|sono|vinco|perdo|tenho|ganho|perdi|ganhei|peu|toute|quoi|qui|donde|que)\b"
)
PATH = re.compile(r"(?::\d+)?/[\w@?#%]")
# A dot with a space before it.
APART = re.compile(r"(?<![\w-])([\w-]+)\s+\.\s*(?=\w)")
BRACKETED = re.compile(
    r"(?<![^\W_])([^\W_]+)\s*[\[({<]\s*(?:[.,]|dot|d0t|punkt|point|punto|ponto)\s*[\])}>]\s*([^\W\d_]{2,24})\b"
)
SPELLED = re.compile(
    r"(?<![^\W_])([^\W_]+)([\W_]{1,3})(dot|d0t|punkt|point|punto|ponto|punt|nokta|kropka|toчka|tчk)\2([^\W_]{2,24})(?![^\W_])"
)
# Which endings count behind a dot in words. All those that are no speech, and more:
SPOKEN = {
    "dot": frozenset(("me", "gg", "fun", "win", "top", "pro", "fr", "es", "se", "at", "us")),
    "punkt": frozenset(("at", "me", "gg", "fr")),
}
SPOKEN["d0t"] = SPOKEN["dot"]
IN_OTHER_LANGUAGES = frozenset(map(fold, ("com", "org", "net", "ком", "ру", "орг")))
GLUED = re.compile(r"\b[^\W_]{3,}(?:dot(?:com|net|org|de|tv|io)|punkt(?:de|com|org|ch))\b")
# The letters of the ending apart, or as digits.
ODD_ENDING = re.compile(
    r"(?<=\w)\s?\.\s?(?:c[\s._-][o0][\s._-]?m|c[o0][\s._-]m|n[\s._-]e[\s._-]?t|o[\s._-]r[\s._-]?g)\b"
    r"|\b(?:c0m|n3t|0rg)\b"
)
# Another sign for the dot, or the space behind it, at the end of the line.
OTHER_SIGN = re.compile(
    r"(?<![\w-])([\w-]+)(?:\s*[^\w\s.-]{1,3}\s*|\s*\.\s+)([^\W_]{3})\s*(?=$|/|[)!?]|\.(?:\s|$))"
)
POINTED_AT = re.compile(
    r"\b(?:go(?:ing)? to|goto|visit|check out|google|auf|besuch|geh auf|look up)"
    r"\s+([\w-]{2,})\s+([^\W_]{2,4})\b"
)


def has_host(folded: str) -> bool:
    """Whether a folded text has the name of a host, or the beginning of a link."""
    return (
        any(pattern.search(folded) for pattern in (SCHEME, WWW, KNOWN, GLUED, ODD_ENDING))
        or any(_is_host(found[0], folded[found.end() :]) for found in HOST.finditer(folded))
        or any(is_ending(found[1]) for found in WWW_APART.finditer(folded))
        or _is_spelled(folded)
        or _is_apart(folded)
    )


def is_chat(word: str) -> bool:
    """Whether this is a word of everyday chat, and so hardly the name of a site."""
    return word in _chat_words()


def _is_host(name: str, rest: str) -> bool:
    """Whether words with dots between them are the name of a host. `rest`: what follows them."""
    labels = [label.strip("-_") for label in name.split(".")]
    if PATH.match(rest) and is_ending(labels[-1]) and not labels[-2].isdigit():
        return True
    if is_common(labels[-1]) and GOES_ON.match(rest):
        return False
    return any(_ends_host(before, word) for before, word in pairwise(labels))


def _ends_host(before: str, word: str) -> bool:
    """Whether a word is the ending of a host after the label `before`."""
    if is_core(word):
        return before != ""
    if not is_ending(word) or is_speech(word) or before.isdigit() or len(before) < 2:
        return False
    return not (is_common(word) and is_chat(before))


def _is_spelled(folded: str) -> bool:
    if any(is_ending(found[2]) or is_core(found[2]) for found in BRACKETED.finditer(folded)):
        return True
    return any(_counts_spoken(*found.group(1, 3, 4)) for found in SPELLED.finditer(folded))


def _counts_spoken(before: str, dot: str, ending: str) -> bool:
    if before in _counted() or before.isdigit():
        return False
    if dot not in SPOKEN:
        return ending in IN_OTHER_LANGUAGES and not is_chat(before)
    return ending in SPOKEN[dot] or is_core(ending) or (is_ending(ending) and not is_speech(ending))


def _is_apart(folded: str) -> bool:
    """Whether a space, another sign or nothing is where the dot belongs."""
    for found in APART.finditer(folded):
        word = re.match(r"[^\W_]+", folded[found.end() :])
        if (
            word
            and not (is_common(word[0]) and len(word[0]) < 3)
            and _ends_apart(found[1], word[0])
        ):
            return True
    for found in OTHER_SIGN.finditer(folded):
        if found[2] in IN_OTHER_LANGUAGES and not is_chat(found[1]) and not found[1].isdigit():
            return True
    return any(is_core(found[2]) for found in POINTED_AT.finditer(folded))


def _ends_apart(before: str, word: str) -> bool:
    return not is_chat(before) and _ends_host(before, word)


@cache
def _chat_words() -> frozenset[str]:
    return words_of("chat_words")


@cache
def _counted() -> frozenset[str]:
    return words_of("counted_words")
