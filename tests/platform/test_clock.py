"""The time of day goes on while somebody sets the machine's clock."""

from datetime import UTC, datetime

from games.platform.clock import MAX_SLEW, SteadyClock

SECOND = 1_000_000_000
START = 1_790_000_000 * SECOND
HOUR = 3600 * SECOND


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.wall, self.passed = START, 0

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.passed)

    def run(self, seconds: float) -> None:
        """Let time pass, on both clocks."""
        self.wall += int(seconds * SECOND)
        self.passed += int(seconds * SECOND)


def test_it_shows_the_time_of_the_machine() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.run(90)
    assert clock.now_ms() == 1_790_000_090_000
    # 1,790,000,090 s after 1970-01-01T00:00:00Z, by `date -u -d @1790000090`.
    assert clock.utc_now() == datetime(2026, 9, 21, 14, 14, 50, tzinfo=UTC)


def test_it_does_not_jump_when_the_machine_does() -> None:
    for jump in (HOUR, -HOUR):
        machine = Machine()
        clock = machine.clock()
        machine.wall += jump
        assert clock.now_ms() == 1_790_000_000_000
        machine.run(60)
        assert abs(clock.now_ms() - 1_790_000_060_000) <= 60_000 * MAX_SLEW


def test_it_never_goes_back() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall -= HOUR
    seen = []
    for _ in range(100):
        machine.run(0.01)
        seen.append(clock.now_ms())
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]


def test_it_agrees_with_the_machine_again_in_the_end() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall += 10 * SECOND
    for _ in range(250):
        machine.run(1)
        clock.now_ms()
    assert clock.now_ms() == machine.wall // 1_000_000
