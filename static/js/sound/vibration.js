// Vibrations of a phone for its player's actions: a tap under the thumb, and a little more for rare events.

import { haptics } from "../settings/settings.js";

// Milliseconds: on, off, on ...
const PATTERNS = {
  land: [14],
  hold: [8],
  release: [6],
  score: [12],
  "your turn": [30, 60, 30],
  "clock low": [20, 40, 20],
  straight: [15, 40, 15],
  bonus: [15, 50, 25],
  yacht: [40, 60, 40, 60, 90],
  win: [30, 50, 30, 50, 80],
};

/** Vibrate for the sound `name`, if the device can and the player wants it. */
export function vibrate(name) {
  const pattern = PATTERNS[name];
  // Before the first gesture the browser would refuse, and log a warning.
  if (pattern && haptics.value && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
