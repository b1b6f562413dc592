// What the server wrote into the page of a screen: addresses, and which parts an overlay shows.

import { page } from "../net/page-data.js";

/** The parts of an overlay; null on a screen and in a frame, which show everything. */
export const parts = page.parts ? page.parts.split(" ") : null;

/** Whether sounds may be heard. */
export const mayHear = page.sound === "on";

/** Whether an overlay shows this part. */
export function has(part) {
  return parts === null || parts.includes(part);
}
