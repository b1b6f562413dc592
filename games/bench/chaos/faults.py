"""The faults of `manage.py chaos`, one function for each scenario."""

import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from games.bench.loadtest import processes
from games.bench.loadtest.generator_process import GeneratorProcess
from games.bench.loadtest.testbed import Testbed

# A server must exit this long after SIGTERM.
EXIT_S = 10.0


@dataclass
class Observations:
    """What a scenario does, and what it observes.

    rounds, pause_s: how often it injects its fault, and seconds without Redis each time.
    back_s: seconds from each fault until all players were connected again.
    exit_s: seconds from each SIGTERM to the exit.
    slow: descriptions of what took too long.
    """

    rounds: int = 10
    pause_s: float = 5.0
    back_s: list[float] = field(default_factory=list)
    exit_s: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)


Scenario = Callable[[GeneratorProcess, Testbed, Observations], None]


def wait_randomly(least: float = 0.5, most: float = 2.0) -> None:
    """Wait for a random time, so that faults hit games at any point."""
    time.sleep(random.uniform(least, most))


def kill(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Kill the server with SIGKILL, restart it, and wait until all players are back."""
    server = testbed.servers[0]
    for _ in range(observed.rounds):
        wait_randomly()
        killed = time.time()
        server.kill()
        server.start(wait=False)
        observed.back_s.append(generator.wait_for("back")["at"] - killed)


def restart(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Send SIGTERM to one server after another, as a deployment does."""
    for number in range(observed.rounds):
        server = testbed.servers[number % len(testbed.servers)]
        wait_randomly()
        asked = time.time()
        took = server.stop()
        observed.exit_s.append(took)
        if took > EXIT_S:
            observed.slow.append(f"a server took {took:.1f} s to exit")
        server.start(wait=False)
        observed.back_s.append(generator.wait_for("back")["at"] - asked)


def redis(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Kill Redis with SIGKILL, play without it, start an empty one."""
    for _ in range(observed.rounds):
        wait_randomly()
        testbed.redis.kill()
        time.sleep(observed.pause_s)
        testbed.redis.restart()
        wait_randomly(2.0, 4.0)


def redis_pause(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Suspend Redis: its connections stay open, but nothing answers."""
    for _ in range(observed.rounds):
        wait_randomly()
        os.kill(testbed.redis.pid, signal.SIGSTOP)
        time.sleep(observed.pause_s)
        os.kill(testbed.redis.pid, signal.SIGCONT)
        wait_randomly(2.0, 4.0)


def postgres(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Kill PostgreSQL with SIGKILL, and restart it on its data."""
    for _ in range(observed.rounds):
        wait_randomly()
        testbed.postgres.restart()
        if testbed.other_core is not None:
            processes.pin(testbed.postgres.pid, testbed.other_core)
        wait_randomly(2.0, 4.0)


def duplicates(generator: GeneratorProcess, testbed: Testbed, observed: Observations) -> None:
    """Only wait: the clients send commands several times, and old ones again."""
    time.sleep(observed.rounds)
