// Dialogs that several parts of the page open.

import { signal } from "@preact/signals";

/** Whether the help is open. */
export const helpOpen = signal(false);

/** Whether "Show on a screen" is open. */
export const screenOpen = signal(false);
