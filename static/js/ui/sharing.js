// Sharing a text and a link: with the device's share sheet, else by the clipboard.

import { copyText } from "./clipboard.js";

/** The outcomes: the device took it, the person changed their mind, it was copied, or nothing worked. */
export const SHARED = "shared";
export const CANCELLED = "cancelled";
export const COPIED = "copied";
export const FAILED = "failed";

/** Return the text to copy: the text, and below it the link. */
export function wholeText({ text, link }) {
  return `${text}\n${link}`;
}

/**
 * Share `text` and `link`, and return the outcome. If the device's share sheet refuses, copy them. `device` (navigator)
 * may have `share`. `copy` copies a text, and returns whether it worked.
 */
export async function share({ text, link }, device = navigator, copy = copyText) {
  if (device.share) {
    try {
      await device.share({ text, url: link });
      return SHARED;
    } catch (error) {
      if (error.name === "AbortError") return CANCELLED;
    }
  }
  return (await copy(wholeText({ text, link }))) ? COPIED : FAILED;
}
