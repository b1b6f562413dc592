// How taps on the card become a scored box. Pure: the caller sends moves and runs the timer.
//
// With "two taps", the first tap chooses a box and the second one scores it. With "one tap", a tap
// scores after a delay in which it can be undone.
//
// A choice is {option, at, until}: the chosen entry of the seat's `options`, and the times in ms at which a
// finger or mouse chose it, and at which it is sent by itself; null without. Each step returns {choice, send}: the
// next choice, and the option to send now or null.

export const UNDO_MS = 3000;
const DOUBLE_TAP_MS = 350; // a second tap within this time is a slip of the finger
const CLOCK_MARGIN_MS = 1500; // send this long before the turn times out

export const NOTHING = Object.freeze({ option: null, at: null, until: null });

/** Return whether two options, or an option and a box, name the same box. */
export function sameBox(a, b) {
  return Boolean(a) && Boolean(b) && a.column === b.column && a.category === b.category;
}

function sent(option) {
  return { choice: NOTHING, send: option };
}

function kept(choice) {
  return { choice, send: null };
}

/** Return when a box tapped at `now` is sent. `deadline`: the end of the turn, or null. */
function sendTime(now, deadline) {
  const usual = now + UNDO_MS;
  return deadline === null ? usual : Math.max(now, Math.min(usual, deadline - CLOCK_MARGIN_MS));
}

/** The player taps the box of `option`. `mode`: "two taps" or "one tap". Times are in ms. `byKey`: not by a finger or mouse. */
export function tap(choice, option, { mode, now, deadline, byKey = false }) {
  const isSlip = choice.at !== null && now - choice.at < DOUBLE_TAP_MS;
  if (sameBox(choice.option, option)) return isSlip ? kept(choice) : sent(option);
  const at = byKey ? null : now;
  if (mode !== "one tap") return kept({ option, at, until: null });
  const until = sendTime(now, deadline);
  return until <= now ? sent(option) : kept({ option, at, until });
}

/** The player presses the score button. */
export function confirm(choice) {
  return choice.option ? sent(choice.option) : kept(NOTHING);
}

/** The time is `now`: send a box that can no longer be undone. */
export function pass(choice, now) {
  return choice.until !== null && now >= choice.until ? sent(choice.option) : kept(choice);
}

/** The player leaves the page: send a box that was only waiting to be undone. */
export function leave(choice) {
  return choice.until !== null ? sent(choice.option) : kept(choice);
}
