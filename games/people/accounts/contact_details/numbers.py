"""Finds phone numbers, and leaves dice, scores, odds, dates and times alone."""

import re
from itertools import pairwise

MIN_DIGITS, MAX_DIGITS = 7, 16
"""Fewer digits, or more, are no phone number."""

# Digits with what people put between them. An "o" or "l" among digits is one, too.
RUN = re.compile(r"\+?\(?(?:\d|o(?=\d))(?:[ ./()_*-]{0,3}[\dol](?![^\W\d_ol]))+")
DATE = re.compile(
    r"\b(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?|\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{2,4})(?!\d)"
)
TIME = re.compile(r"\b\d{1,2}[:.]\d{2}(?=\s*(?:uhr|h|am|pm)\b)|\b\d{1,2}:\d{2}(?::\d{2})?\b")
DECIMAL = re.compile(r"\d{1,4}[.,]\d+")
DICE = re.compile(r"[1-6](?:[ ,./-]?[1-6])*")
THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[., ]\d{3})+")
RATINGS = re.compile(r"[12]\d{3}(?:[ /-]{1,3}[12]\d{3})+")
ODDS = re.compile(r"(?:\bin|\bof|\bzu|\bto|\bsur|\bauf|1:|/)\s*$")
CALL = re.compile(
    r"\b(?:call|ring|text|phone|tel|tel\.|mobile|handy|whatsapp|ruf|anruf\w*|nummer|my number)\b"
)

NUMBER_WORDS = {
    word: digit
    for digit, words in enumerate(
        (
            *("zero oh null", "one eins ein", "two zwei zwo", "three drei", "four vier"),
            *("five fünf fuenf", "six sechs", "seven sieben", "eight acht", "nine neun"),
        )
    )
    for word in words.split()
}
WORDS = re.compile(
    rf"\b(?:{'|'.join(NUMBER_WORDS)}|\d)(?:[\s,.-]+(?:{'|'.join(NUMBER_WORDS)}|\d{{5,}}|\d))+\b"
)


def has_number(folded: str) -> bool:
    """Whether a folded text has a phone number, in digits or in words."""
    text = TIME.sub(";", DATE.sub(";", folded))
    called = CALL.search(text) is not None
    return any(
        _is_phone(found[0].strip("( /._*-)"), text[: found.start()], called)
        for found in RUN.finditer(text)
    ) or any(_is_said(found[0]) for found in WORDS.finditer(text))


def _is_phone(run: str, before: str, called: bool) -> bool:
    number = run.replace("o", "0").replace("l", "1")
    digits = re.sub(r"\D", "", number)
    if not MIN_DIGITS <= len(digits) <= MAX_DIGITS or len(set(digits)) == 1:
        return False
    if DECIMAL.fullmatch(number) or re.search(r"\d,$", before):
        return False
    if number[0] not in "+0" and _is_of_a_game(number, digits):
        return False
    if number[0] in "+0" or called:
        return number != "0" and not _is_decimal_list(number)
    return not ODDS.search(before) and _has_shape(re.findall(r"\d+", number))


def _is_of_a_game(number: str, digits: str) -> bool:
    shapes = (DICE, THOUSANDS, RATINGS)
    return any(shape.fullmatch(number) for shape in shapes) or _is_count(digits)


def _is_decimal_list(number: str) -> bool:
    return all(DECIMAL.fullmatch(part) for part in number.split())


def _has_shape(groups: list[str]) -> bool:
    """Whether groups of digits look like a phone number, not like scores."""
    if len(groups) == 1:
        return not groups[0].endswith("000") and not _is_power_of_six(int(groups[0]))
    if all(len(group) == 1 for group in groups):
        values = [int(group) for group in groups]
        steps = {later - earlier for earlier, later in pairwise(values)}
        return len(set(values)) > 3 and steps not in ({1}, {-1}) and max(values) > 6
    # Scores have up to three digits each.
    return any(len(group) > 3 for group in groups)


def _is_power_of_six(number: int) -> bool:
    while number % 6 == 0:
        number //= 6
    return number == 1


def _is_count(digits: str) -> bool:
    """Whether somebody counts up or down: "7 8 9 10 11"."""
    up = "".join(map(str, range(30)))
    down = "".join(map(str, range(30, -1, -1)))
    return digits in up or digits in down


def _is_said(text: str) -> bool:
    """Whether words for digits are a phone number: not the faces of dice, and not counting."""
    said = [NUMBER_WORDS.get(word, word) for word in re.findall(r"\w+", text)]
    values = [int(digit) for each in said for digit in str(each)]
    in_words = sum(isinstance(each, int) for each in said)
    steps = {later - earlier for earlier, later in pairwise(values)}
    is_long = len(values) >= MIN_DIGITS and in_words >= 3
    return is_long and steps not in ({1}, {-1}) and not set(values) <= {1, 2, 3, 4, 5, 6}
