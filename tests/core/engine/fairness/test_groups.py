"""Seal and code of a group with a seed are what the published formulas say."""

import random
import re
from collections import Counter

from games.core.engine.fairness import GROUP_ALPHABET, group_code, group_seal, seal
from games.platform.database.codes import CODE_ALPHABET, CODE_LENGTH
from tests.core.engine.fairness.reference import reference_group_code, reference_group_seal
from tests.environment import ROOT

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_it_makes_what_the_reference_makes() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        base = "".join(chance.choices(CODE_ALPHABET, k=CODE_LENGTH))
        salt = chance.randbytes(16).hex()
        text = "".join(chance.choices(LETTERS, k=chance.randint(1, 32)))
        assert group_seal(salt, text) == reference_group_seal(salt, text)
        assert group_code(base, salt + text) == reference_group_code(base, salt, text)


def test_it_makes_codes_like_all_others() -> None:
    code = group_code("a", "b")
    assert len(code) == CODE_LENGTH
    assert GROUP_ALPHABET == CODE_ALPHABET


def test_it_gives_every_character_every_place_as_often() -> None:
    codes = [group_code("base", str(number)) for number in range(31_000)]
    assert len(set(codes)) == len(codes)
    for place in range(CODE_LENGTH):
        counts = Counter(code[place] for code in codes)
        assert set(counts) == set(GROUP_ALPHABET)
        # 1000 are expected, with a standard deviation of 31.
        assert all(850 < count < 1150 for count in counts.values())


def test_no_seal_of_a_group_is_one_of_a_player() -> None:
    # A player's seal has a number where the group's has its salt.
    assert group_seal("a", "b") != seal("group", 1, "a", "b")


def test_it_is_worked_out_in_the_docs() -> None:
    text = (ROOT / "docs/fairness.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"^    (base|salt|text|seal|hash|group) +([0-9a-z]+)$", text, re.M))
    assert found["seal"] == group_seal(found["salt"], found["text"])
    assert found["group"] == group_code(found["base"], found["salt"] + found["text"])
    number, remainders = int(found["hash"], 16), []
    for _ in range(CODE_LENGTH):
        number, rest = divmod(number, 31)
        remainders.append(rest)
    first = ", ".join(map(str, remainders[:2])) + f" and {remainders[2]}"
    letters = "`, `".join(found["group"][:2]) + f"` and `{found['group'][2]}`"
    assert f"remainders are {first}: `{letters}" in text
    assert "".join(GROUP_ALPHABET[rest] for rest in remainders) == found["group"]
