"""Codes of authenticator apps, with the values of RFC 4226 and RFC 6238."""

import pytest

from games.site.account.factors import authenticators

SECRET = b"12345678901234567890"
# RFC 4226, appendix D.
COUNTED = [
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489",
]
# RFC 6238, appendix B: the last six of eight digits.
TIMED = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
}


@pytest.mark.parametrize(("step", "code"), list(enumerate(COUNTED)))
def test_it_gives_the_codes_of_the_standard(step: int, code: str) -> None:
    assert authenticators.code_at(SECRET, step) == code


@pytest.mark.parametrize(("seconds", "code"), list(TIMED.items()))
def test_it_gives_them_at_the_right_time(seconds: int, code: str) -> None:
    assert authenticators.code_at(SECRET, authenticators.step_at(seconds)) == code
    assert authenticators.find_step(SECRET, code, seconds, after=0) == seconds // 30


@pytest.mark.parametrize(("late", "fits"), [(0, True), (29, True), (31, True), (90, False)])
def test_a_clock_may_be_wrong_by_one_step(late: int, fits: bool) -> None:
    code = authenticators.code_at(SECRET, authenticators.step_at(3000))
    assert (authenticators.find_step(SECRET, code, 3000 + late, after=0) is not None) == fits


def test_a_used_code_and_older_ones_are_wrong() -> None:
    here = authenticators.step_at(3000)
    for step in (here - 1, here):
        assert (
            authenticators.find_step(SECRET, authenticators.code_at(SECRET, step), 3000, after=here)
            is None
        )


def test_digits_of_other_scripts_are_wrong() -> None:
    assert authenticators.find_step(SECRET, "٢٨٧٠٨٢", 59, after=0) is None


def test_an_app_reads_the_key() -> None:
    assert authenticators.shown_key(SECRET) == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"
    assert authenticators.uri(SECRET, "Anna B", "Yacht") == (
        "otpauth://totp/Yacht:Anna%20B?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Yacht"
    )
