"""Finds links, mail addresses and phone numbers in a line of chat. Pure.

Lines between strangers are held back if they have one. It folds what people do to get around such
rules ("name at mail dot com", full-width letters, spaces between digits), and leaves dice and
scores alone ("3 4 5 6 6", "234.56").
"""

import re
import unicodedata
from typing import Literal

Details = Literal["link", "mail", "phone"]

MIN_DIGITS = 7
"""Fewer digits are no phone number."""
ENDINGS = (
    "com|org|net|info|biz|io|me|tv|gg|app|dev|xyz|online|site|club|shop|link|live|chat|tk|de|at|ch|uk|us|"
    "fr|es|it|nl|se|no|dk|fi|pl|ru|eu|cc|ly|be|co"
)
DOT = r"\s*[\(\[{]?\s*(?:\.|\bdot\b|\bpunkt\b)\s*[\)\]}]?\s*"
AT = r"\s*[\(\[{]?\s*(?:@|\bat\b|\bät\b)\s*[\)\]}]?\s*"
NAME = r"[a-z0-9][a-z0-9_-]*"

MAIL = re.compile(rf"{NAME}(?:\.{NAME})*{AT}{NAME}(?:{DOT}{NAME})*{DOT}(?:{ENDINGS})\b")
# A handle of another service: "insta: name", "@name".
HANDLE = re.compile(
    r"(?:\b(?:discord|insta(?:gram)?|snap(?:chat)?|telegram|whats ?app|tiktok|signal|skype)\b\W*"
    r"(?:is|ist|:|=|me|mir)?\W*[a-z0-9_.]{3,})|(?:^|\s)@[a-z0-9_]{3,}"
)
LINK = re.compile(
    rf"(?:https?|ftp)\s*:|\bwww{DOT}|\b{NAME}(?:\.{NAME})*\.(?:{ENDINGS})\b(?!\.)"
    rf"|\b{NAME}(?:\s+dot\s+|\s+punkt\s+|\s*[\(\[]\s*(?:\.|dot|punkt)\s*[\)\]]\s*)(?:{ENDINGS})\b"
)
# Digits with what people put between them. The words are checked for what they are not, below.
NUMBER = re.compile(r"\+?\d(?:[ ./()_-]{0,3}\d)+")
# Other dots and dashes.
LIKE_ASCII = {**dict.fromkeys((0x3002, 0x2024, 0xB7, 0x2022), "."), 0x2013: "-", 0x2014: "-"}
DICE = re.compile(r"(?:[1-6][ ,./-]?)+")


def find_details(text: str) -> Details | None:
    """Return what kind of contact details a text has, None if it has none."""
    folded = _folded(text)
    if MAIL.search(folded):
        return "mail"
    if LINK.search(folded) or HANDLE.search(folded):
        return "link"
    if any(_is_phone(found.group()) for found in NUMBER.finditer(folded)):
        return "phone"
    return None


def _folded(text: str) -> str:
    """Return a text in small letters, with plain letters, digits and dots and nothing invisible."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    visible = "".join(each for each in plain if unicodedata.category(each) not in ("Cf", "Mn"))
    return visible.translate(LIKE_ASCII)


def _is_phone(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    if len(digits) < MIN_DIGITS or len(digits) > 16:
        return False
    if DICE.fullmatch(number) and not number.startswith("0"):
        return False  # faces of dice
    if re.fullmatch(r"\d{1,4}[.,]\d+", number) and not number.startswith("0"):
        return False  # a mean
    # Scores and sums: groups of up to three digits that do not begin like a phone number.
    groups = re.findall(r"\d+", number)
    scores = all(len(group) <= 3 for group in groups) and not number.startswith(("+", "0"))
    return not (scores and len(groups) >= 3 and len({len(group) for group in groups}) > 1)
