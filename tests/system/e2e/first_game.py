"""The first game, as Pip explains it."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.person import Person

NEXT_STEP = """last =>
    !["", "rolling", "think", last].includes(document.documentElement.dataset.coach)
"""


def step(person: Person) -> str:
    """Return what the coach is about."""
    return str(person.page.evaluate("document.documentElement.dataset.coach"))


def follows_pip(person: Person, look: Callable[[str], object] = str) -> list[str]:
    """Do what Pip says until a box is filled; return the steps. `look` gets each step before it
    is done.
    """
    page, steps = person.page, [""]
    done = page.locator(".written:not(.writing)")
    while done.count() == 0:
        page.wait_for_function(NEXT_STEP, arg=steps[-1], timeout=SOLVER_MS)
        steps.append(step(person))
        look(steps[-1])
        match steps[-1]:
            case "keep":
                wanted = page.locator("button.die.hinted:not(.held), button.die.held:not(.hinted)")
                while wanted.count():
                    wanted.first.tap()
                if not person.held():
                    person.table.locator("button.roll").tap()
            case "roll" | "kept":
                made = person.rolls()
                person.table.locator("button.roll").tap()
                label = f"Roll {made + 1} of 3"
                expect(person.table.get_by_role("img", name=label)).to_be_attached()
                steps.append("")
            case "score":
                page.locator("button.offer.hinted:visible").tap()
            case "confirm":
                person.table.locator("button.write").tap()
                expect(done.first).to_be_attached()
    return [each for each in steps if each]
