"""Passwords are hashed one at a time: many sign-ins at once cost time, not memory."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from pytest_django.fixtures import Settings

from games.people.accounts.hashing import PacedArgon2PasswordHasher
from yachtsite import settings as site


@pytest.fixture
def most_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replaces the hashing; the list holds how many calls run, and the most that ran at once."""
    counts = [0, 0]

    def slowly(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        counts[0] += 1
        counts[1] = max(counts)
        time.sleep(0.002)
        counts[0] -= 1
        return password == "right"

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slowly)
    return counts


def test_it_hashes_one_password_at_a_time(most_at_once: list[int]) -> None:
    hasher = PacedArgon2PasswordHasher()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda tried: hasher.verify(tried, ""), ["right", "wrong"] * 8))
    assert found == [True, False] * 8
    assert most_at_once[1] == 1


def test_it_keeps_passwords_as_owasp_asks_for(settings: Settings) -> None:
    # Other tests use a faster one.
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    kept = make_password("right")
    assert kept.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("right", kept)
    assert not check_password("wrong", kept)
