// Whether the player of this page is in the middle of a game: js/table/page-attributes.js says so in <html>.

const root = document.documentElement;

/** The attributes of <html> that say so. */
export const FACTS = ["data-game", "data-waits"];

export function isPlaying() {
  return root.dataset.game === "playing";
}

/** Whether this page shows a game that is over. */
export function hasPlayed() {
  return root.dataset.game === "finished";
}

/** Whether its player waits for others in a game with a long clock. */
export function isWaitingLong() {
  return "waits" in root.dataset;
}

/** Call `act` now, or when the game of this page is over. */
export function whenPlayed(act) {
  when(() => !isPlaying(), act);
}

/** Call `act` as soon as `condition()` is true, once. */
export function when(condition, act) {
  if (condition()) {
    act();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!condition()) return;
    observer.disconnect();
    act();
  });
  observer.observe(root, { attributes: true, attributeFilter: FACTS });
}
