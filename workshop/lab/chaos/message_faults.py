"""E4, E8 and E16: messages that come twice, late, in another order, not at all, or all at once."""

import time

from workshop.lab.chaos.lab import Lab
from workshop.lab.chaos.sabotage import Sabotage
from workshop.lab.loadtest.processes import Server

AGREE_S = 15.0
# Short experiments go on for so long until hints have had every fate.
MORE_S = 30.0


def duplicated_commands(lab: Lab) -> None:
    """Clients send each command up to three times, and old ones up to 30 s later, some through a
    second socket on another server.
    """
    servers = lab.add_servers(2)
    lab.play([server.url for server in servers], rate=60.0, duplicates=True)
    time.sleep(lab.seconds)
    lab.finish()


def lossy_hints(lab: Lab) -> None:
    """Redis loses, repeats and reorders hints between the servers, until each has happened."""
    calm = lab.path("calm")
    sabotage = Sabotage(lose=0.2, repeat=0.2, delay=0.2, seed=lab.outcome.seed, calm=str(calm))
    servers = lab.add_servers(lab.servers_or(2), sabotage)
    # To play to the end would take long where each move waits for a hint, which may be lost.
    finish = lab.in_rounds and lab.must_finish
    lab.play([server.url for server in servers], rate=30.0, finish=finish)
    time.sleep(lab.seconds)
    latest = time.monotonic() + MORE_S
    while min(fates := _fates(lab, servers)) == 0 and time.monotonic() < latest:
        time.sleep(1)
    # A move whose hint is lost is seen only seconds later: games would take minutes to finish.
    calm.touch()
    lab.finish()
    lost, repeated, late = fates
    spread_s = max(lab.outcome.results[0].spread_ms) / 1000
    lab.note("hints", f"{lost} lost, {repeated} repeated, {late} late")
    lab.note("seen by all", f"after at most {spread_s:.1f} s")
    lab.require(min(fates) > 0, "the layer did nothing wrong")
    lab.expect(spread_s <= AGREE_S, f"the players disagreed for {spread_s:.1f} s")


def _fates(lab: Lab, servers: list[Server]) -> tuple[int, int, int]:
    """Return how many hints were lost, repeated and late."""
    figures = [lab.figures(server) for server in servers]
    return (
        sum(each.lost for each in figures),
        sum(each.repeated for each in figures),
        sum(each.late for each in figures),
    )
