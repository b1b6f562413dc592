"""If this machine lacks a service, tests are skipped and listed; in CI they fail."""

import pytest

from tests.environment import ROOT

pytestmark = pytest.mark.process

pytest_plugins = ["pytester"]

CONFTEST = """
    from tests.conftest import *
    from tests.support.services import Missing, redis_server

    # Those of tests.fixtures need Django.
    pytest_plugins = ()

    def no_redis():
        raise Missing("Redis", "Install redis-server.")

    redis_server.find_redis = no_redis
"""
TESTS = """
    from tests.support.services import running_redis

    def test_that_asks_by_fixture(redis_url):
        assert redis_url

    def test_that_asks_by_itself():
        with running_redis() as server:
            assert server.url

    def test_that_needs_nothing():
        pass
"""


@pytest.fixture
def elsewhere(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder of tests on a machine without Redis."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    pytester.makeini("[pytest]\naddopts = -p tests.notes")
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def test_it_skips_and_says_at_the_end_what_to_install(
    elsewhere: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    result = elsewhere.runpytest_subprocess("-p", "no:django")
    result.assert_outcomes(passed=1, skipped=2)
    result.stdout.fnmatch_lines(["*missing on this machine*", "Redis: Install redis-server."])
    assert result.ret == 0


def test_it_fails_in_ci(elsewhere: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = elsewhere.runpytest_subprocess("-p", "no:django")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*Redis is missing. Install redis-server.*"])
    assert result.ret == 1
