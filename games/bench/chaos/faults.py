"""What `manage.py chaos` does to a running system, one function a scenario."""

import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from games.bench.loadtest import processes
from games.bench.loadtest.generator_process import Play
from games.bench.loadtest.testbed import Stage

# A process that was told to end has this long.
EXIT_S = 10.0


@dataclass
class Damage:
    """What a scenario notes while it runs: seconds from each fault until all were back, seconds
    from SIGTERM to exit, and what took too long.
    """

    rounds: int = 10
    pause_s: float = 5.0
    back_s: list[float] = field(default_factory=list)
    exit_s: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)


Scenario = Callable[[Play, Stage, Damage], None]


def play_a_while(least: float = 0.5, most: float = 2.0) -> None:
    """Let games go on for a random time: faults must not come at a fixed point of a game."""
    time.sleep(random.uniform(least, most))


def kill(play: Play, stage: Stage, damage: Damage) -> None:
    """Kill -9 the server, start it again, wait until everyone is back; again and again."""
    server = stage.servers[0]
    for _ in range(damage.rounds):
        play_a_while()
        killed = time.time()
        server.kill()
        server.start(wait=False)
        damage.back_s.append(play.wait_for("back")["at"] - killed)


def restart(play: Play, stage: Stage, damage: Damage) -> None:
    """SIGTERM to one server after the other, as a deployment does."""
    for number in range(damage.rounds):
        server = stage.servers[number % len(stage.servers)]
        play_a_while()
        asked = time.time()
        took = server.stop()
        damage.exit_s.append(took)
        if took > EXIT_S:
            damage.slow.append(f"a server took {took:.1f} s to end")
        server.start(wait=False)
        damage.back_s.append(play.wait_for("back")["at"] - asked)


def redis(play: Play, stage: Stage, damage: Damage) -> None:
    """Kill -9 Redis, play on without it, start an empty one."""
    for _ in range(damage.rounds):
        play_a_while()
        stage.redis.kill()
        time.sleep(damage.pause_s)
        stage.redis.restart()
        play_a_while(2.0, 4.0)


def redis_pause(play: Play, stage: Stage, damage: Damage) -> None:
    """Stop Redis without closing its connections: nobody answers, nothing fails."""
    for _ in range(damage.rounds):
        play_a_while()
        os.kill(stage.redis.pid, signal.SIGSTOP)
        time.sleep(damage.pause_s)
        os.kill(stage.redis.pid, signal.SIGCONT)
        play_a_while(2.0, 4.0)


def postgres(play: Play, stage: Stage, damage: Damage) -> None:
    """Kill -9 PostgreSQL and start it again on its data."""
    for _ in range(damage.rounds):
        play_a_while()
        stage.postgres.restart()
        if stage.other_core is not None:
            processes.pin(stage.postgres.pid, stage.other_core)
        play_a_while(2.0, 4.0)


def duplicates(play: Play, stage: Stage, damage: Damage) -> None:
    """Only play: the players themselves send commands several times, and old ones again."""
    time.sleep(damage.rounds)
