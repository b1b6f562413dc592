"""Playing a game up to its last boxes within seconds, by the page's own functions: for tests of
what comes after them.
"""

from tests.system.e2e.person import Person

# A page's bundles keep their modules in `$modules`. Dice are rolled once, and the first open box is
# filled.
PLAY = """async (left) => {
  const state = $modules["js/table/state/state.js"];
  const commands = $modules["js/table/moves/commands.js"];
  const passing = $modules["js/table/state/passing.js"];
  const filled = ({ card }) => card.columns.flatMap(({ boxes }) => Object.keys(boxes)).length;
  for (let at = 0; at < 4000; at += 1) {
    await new Promise((done) => setTimeout(done, 15));
    const view = state.view.value;
    if (view?.status !== "playing") continue;
    const mine = state.mySeats.value.map((seat) => view.seats[seat]);
    const open = mine.map((seat) => view.rounds - filled(seat));
    if (open.length > 0 && Math.max(...open) <= left) return true;
    const seat = view.seats[state.mySeat.value];
    if (!state.myTurn.value || view.rounds - filled(seat) <= left) continue;
    if (passing.needsPassing.value) passing.takeDevice();
    if (!seat.turn.dice) commands.roll();
    else if (seat.options.length > 0 && commands.mayAct()) commands.score(seat.options[0]);
  }
  return false;
}"""


def plays_until(person: Person, left: int) -> None:
    """Play for everybody on the person's device, until each of them has `left` boxes to fill."""
    assert person.page.evaluate(PLAY, left)
