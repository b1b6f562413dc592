"""What a library repeats every second while something is down."""

import logging
import sys

from games.platform.clock import use_clock
from games.platform.server.logs import ONE_EVERY_S, OneOfMany
from tests.support.clock import FakeClock


def record(text: str) -> logging.LogRecord:
    """Return a record with a traceback."""
    try:
        raise ConnectionError(text)
    except ConnectionError:
        return logging.LogRecord(
            "channels_redis.pubsub", logging.ERROR, __file__, 1, text, None, sys.exc_info()
        )


def test_it_logs_one_of_many_without_its_traceback() -> None:
    clock, only = FakeClock(), OneOfMany()
    with use_clock(clock):
        first = record("no Redis")
        assert only.filter(first)
        assert first.exc_info is None
        for _ in range(int(ONE_EVERY_S) - 1):
            clock.advance(1)
            assert not only.filter(record("no Redis"))
        clock.advance(1)
        assert only.filter(record("no Redis"))


def test_it_is_what_channels_redis_logs_with() -> None:
    filters = logging.getLogger("channels_redis.pubsub").filters
    # Each time that a process configures its log, Python adds another one.
    assert {type(each) for each in filters} == {OneOfMany}
