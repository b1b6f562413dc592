// The offer of the first game. Once declined it does not come back, with an account on no device.

import { lessons } from "../settings/settings.js";

/** Let the offer be declined. */
export function watchOffer() {
  document.getElementById("first-game-no")?.addEventListener("click", () => {
    lessons.value = false;
    document.getElementById("play-now").focus({ preventScroll: true });
  });
}
