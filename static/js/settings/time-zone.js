// Tells the server the time zone of the browser, once for an account that has none, so that mail can say local times.

import { browserZone } from "../language/times.js";
import { csrfToken } from "../net/csrf.js";

const root = document.documentElement;

/** Send the zone of the browser, if the page asks for it. */
export async function tellTimeZone() {
  const zone = browserZone();
  if (!("needsZone" in root.dataset) || !zone) return;
  delete root.dataset.needsZone;
  const body = new URLSearchParams({ time_zone: zone, csrfmiddlewaretoken: csrfToken() });
  await fetch(root.dataset.settingsSave, { method: "POST", body, keepalive: true });
}
