"""A process knows whether it has processor time left."""

from games.platform.limits.load import Load


class Clock:
    """Wall time and processor time, in seconds."""

    now = used = 0.0

    def run(self, seconds: float, share: float) -> None:
        self.now += seconds
        self.used += seconds * share


def test_it_is_high_while_most_of_a_core_is_used() -> None:
    clock = Clock()
    load = Load(lambda: clock.used, lambda: clock.now)
    assert not load.is_high
    seen = []
    for share in (0.2, 0.9, 0.9, 0.4, 1.0):
        clock.run(0.1, share)
        seen.append(load.is_high)
    assert seen == [False, True, True, False, True]


def test_it_does_not_look_at_a_moment() -> None:
    clock = Clock()
    load = Load(lambda: clock.used, lambda: clock.now)
    for _ in range(4):
        clock.run(0.01, 1.0)  # a page alone
        assert not load.is_high
    clock.run(0.06, 0.0)
    assert not load.is_high
