// Dialogs that several parts of the page open.

import { signal } from "@preact/signals";

/** Whether "Show on a screen" is open. */
export const screenOpen = signal(false);
