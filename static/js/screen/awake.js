// Keeps a screen awake while the page is seen, where the browser can.

async function ask() {
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    return; // the battery is low, or the device forbids it: the screen may go dark
  }
}

/** Keep the screen on. The browser lets it go whenever the page is hidden, so ask again when it is back. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  const whenSeen = () => document.visibilityState === "visible" && ask();
  document.addEventListener("visibilitychange", whenSeen);
  whenSeen();
}
