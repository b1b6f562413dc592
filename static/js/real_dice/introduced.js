// Whether this browser has shown what the scorecard is for.

const KEY = "real-dice-introduced";

/** Return true once in each browser. */
export function isFirstVisit() {
  try {
    const isFirst = localStorage.getItem(KEY) === null;
    localStorage.setItem(KEY, "yes");
    return isFirst;
  } catch {
    return true; // storage may be forbidden
  }
}
