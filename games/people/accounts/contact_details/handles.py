"""Finds names on other services: "insta: annika", "@annika_99", "annika#4821", and mail."""

import re
from functools import cache

from games.people.accounts.contact_details.hosts import is_chat, is_core, is_ending, is_speech
from games.people.accounts.contact_details.reading import look_of, put_together, spaced_words

SERVICES = (
    *("discord", "instagram", "insta", "snapchat", "telegram", "whatsapp", "tiktok", "onlyfans"),
    *("skype", "kik", "threema", "viber", "wechat", "facebook", "icq", "телеграм", "вконтакте"),
)
"""Services whose names are no words of speech."""
WORDS_TOO = (
    *(
        "snap",
        "signal",
        "tg",
        "ig",
        "fb",
        "yt",
        "dc",
        "sc",
        "vk",
        "wa",
        "steam",
        "twitch",
        "twitter",
    ),
    *("psn", "xbox", "reddit", "youtube", "messenger"),
)
"""Names that are words, too, or abbreviations of other things."""

_ANY = "|".join((*SERVICES, *WORDS_TOO))
# A name that is no word: with a digit, a sign or both.
ODD = r"(?=[\w.]{3,})[^\W\d_][\w.]*?[\d_][\w.]*"
AFTER_SERVICE = re.compile(
    rf"\b(?:{_ANY})\b(?P<glue>[\s,]*(?:(?:is|ist|me|mir|name|id|user|handle|server)\b\s*)*)(?P<sign>[:=>@→-]+>?\s*@?)?"
    r"\s*(?P<name>[\w.]{2,})(?P<end>[\W_]*$)?"
)
NAMED_ODDLY = re.compile(rf"\b(?:{_ANY})\b[\W_]*(?:(?:is|ist|me|mir|name|id)\b\s*)*{ODD}")
MENTION = re.compile(r"(?:^|(?<=[\s(:]))@(?=[\w.]*[^\W\d_])[\w.]{3,}")
INVITES = re.compile(
    r"\b(?:follow|add|find|i'?m|i am|am|ich bin|bin|folg\w*|write|text|dm|message|msg"
    r"|schreib\w*|such\w*|handle|nick\w*|user ?name"
    rf"|{_ANY})\b[\s\w,:]{{0,20}}$"
)
TAG = re.compile(r"(?<!\w)[^\W\d][\w.]+#\d{4}(?!\d)")
REDDIT = re.compile(r"(?<![\w/])[ur]/(?=\w*[^\W\d_])\w{4,}")

AT = r"(?:\s*[\[({<]\s*(?:@|at|ät|a)\s*[\])}>]\s*|\s+(?:at|ät|arroba|chiocciola|malpa)\s+)"
PROVIDER = r"(?:gmail|googlemail|hotmail|protonmail|gmx|icloud|yahoo|yandex|posteo|t-online)"
MAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+(?P<tight>[^\W\d_]{{2,}})"
    rf"|(?<![\w.+-])[\w.+-]+(?:\s*@\s*|{AT})[\w-]+(?:\s*\.\s*|[\W_]+(?:dot|punkt|punto|ponto|point)[\W_]+)(?P<loose>[^\W\d_]{{2,}})"
    rf"|(?<![\w.+-])[\w.+-]+(?:\s*@\s*|{AT}){PROVIDER}\b"
    r"|(?<![\w.+-])[\w.+-]+@(?:outlook|live|web|mail|aol)\b"
    rf"|\b{PROVIDER}[\s.,]+(?:com|de|net)\b"
)


def has_mail(folded: str) -> bool:
    return any(
        _is_mail(found["tight"], found["loose"])
        for text in (folded, put_together(folded))
        for found in MAIL.finditer(text)
    )


def _is_mail(tight: str | None, loose: str | None) -> bool:
    if tight is not None:
        return is_ending(tight)
    return loose is None or is_core(loose) or (is_ending(loose) and not is_speech(loose))


def has_handle(folded: str) -> bool:
    """Whether a folded text has the name of somebody on another service."""
    text = put_together(folded)
    return (
        any(pattern.search(text) is not None for pattern in (TAG, REDDIT, NAMED_ODDLY))
        or any(_is_invited(text[: found.start()], found[0]) for found in MENTION.finditer(text))
        or any(map(_names_somebody, AFTER_SERVICE.finditer(text)))
        or _hides_service(folded)
    )


def _is_invited(before: str, mention: str) -> bool:
    """Whether "@name" is meant for elsewhere: not for somebody at the table."""
    return not mention[1:].strip(".").isalpha() or INVITES.search(before) is not None


def _names_somebody(found: re.Match[str]) -> bool:
    """Whether a name, and not just a word, follows the name of a service."""
    service = re.match(r"\w+", found[0])
    assert service is not None
    name = found["name"].strip(".")
    if not any(map(str.isalpha, name)) or len(name) < 3:
        return False
    if found["sign"] and found["sign"].strip() not in ("", "-"):
        return service[0] not in ("steam", "signal", "snap") or not is_chat(name)
    is_last = found["end"] is not None
    return is_last and service[0] in SERVICES and not is_chat(name) and not is_ending(name)


def _hides_service(folded: str) -> bool:
    """Whether the name of a service is written with digits, signs, marks or letters apart."""
    looks = _looks()
    for word in spaced_words(folded):
        if any(look_of(each) in looks for each in word.split()):
            return True
    words = [word.rstrip("!?'\"*~-") for word in re.findall(r"[^\s.,:;()]+", folded)]
    return any(word not in looks.values() and look_of(word) in looks for word in words)


@cache
def _looks() -> dict[str, str]:
    """Return services by what they look like, without short names, which may be anything."""
    return {look_of(name): name for name in SERVICES if len(name) > 3}
