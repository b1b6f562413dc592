// Tells the server the time zone of the browser, once for an account that has none, so that mail can say local times.

import { browserZone } from "../language/times.js";
import { post } from "../net/posting.js";

const root = document.documentElement;

/** Send the zone of the browser, if the page asks for it. */
export async function tellTimeZone() {
  const zone = browserZone();
  if (!("needsZone" in root.dataset) || !zone) return;
  delete root.dataset.needsZone;
  await post(root.dataset.settingsSave, { time_zone: zone }, { keepalive: true });
}
