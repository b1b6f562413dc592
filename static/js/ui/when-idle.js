// Work that can wait until the page has loaded and the browser has time.

/** Call `act` then. */
export function whenIdle(act) {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  if (document.readyState === "complete") idle(act);
  else addEventListener("load", () => idle(act), { once: true });
}
