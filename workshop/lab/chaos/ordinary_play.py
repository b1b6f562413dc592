"""E21: nothing is broken. Several servers and a worker write to the same games at once."""

import time

from workshop.lab.chaos.lab import Lab, Window

ALWAYS = Window(0.0)
REFUSED_BOT = "has to wait"
RESTARTED = ("the worker failed", "failed and is restarted")


def ordinary_rounds(lab: Lab) -> None:
    """Play rounds with people on each server, and with bots. Nobody is told to come back later."""
    servers = lab.add_servers(lab.servers_or(2))
    lab.play([server.url for server in servers])
    time.sleep(lab.seconds)
    lab.finish()
    refused = lab.answer_s(ALWAYS, until="busy")
    logs = [server.log.read_text(errors="replace") for server in lab.testbed.servers]
    bots = sum(log.count(REFUSED_BOT) for log in logs)
    restarts = sum(log.count(text) for log in logs for text in RESTARTED)
    lab.note("busy", f"{len(refused)} moves of people, {bots} of bots")
    lab.require(not refused, f"{len(refused)} moves were refused as busy")
    lab.require(not bots, f"{bots} moves of bots were refused as busy")
    lab.require(not restarts, f"the worker was restarted {restarts} times")
