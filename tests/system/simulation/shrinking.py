"""Cut a failing plan down to what the failure needs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from tests.system.simulation.plan import Habits, Plan, Table
from tests.system.simulation.world import Outcome, simulate

T = TypeVar("T")

TRIES = 60


def shrink(outcome: Outcome) -> Outcome:
    """Return the outcome of the shortest plan found in which the same judge complains."""
    assert outcome.violation is not None
    tries = TRIES
    found = outcome
    while tries:
        for plan in _smaller(found.plan):
            tries -= 1
            smaller = simulate(plan)
            if smaller.violation and smaller.violation.judge == outcome.violation.judge:
                found = smaller
                break
            if not tries:
                return found
        else:
            return found
    return found


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Yield plans with one thing less."""
    if len(plan.tables) > 1:
        for number in range(len(plan.tables)):
            yield replace(plan, tables=_without(plan.tables, number))
    for number in range(len(plan.troubles)):
        yield replace(plan, troubles=_without(plan.troubles, number))
    for number, table in enumerate(plan.tables):
        for smaller in _smaller_tables(table):
            tables = (*plan.tables[:number], smaller, *plan.tables[number + 1 :])
            yield replace(plan, tables=tables)
    if plan.servers + plan.workers > 2 and not plan.troubles:
        yield replace(plan, servers=max(1, plan.servers - 1), workers=1)


def _smaller_tables(table: Table) -> Iterator[Table]:
    if table.spectators:
        yield replace(table, spectators=0)
    if table.bots:
        yield replace(table, bots=table.bots - 1)
    if len(table.people) > 1:
        yield replace(table, people=table.people[:-1])
    calm = Habits()
    for number, habits in enumerate(table.people):
        if habits != calm:
            people = (*table.people[:number], calm, *table.people[number + 1 :])
            yield replace(table, people=people)


def _without(things: tuple[T, ...], number: int) -> tuple[T, ...]:
    return (*things[:number], *things[number + 1 :])
