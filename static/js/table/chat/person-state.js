// Whom the dialog about a person (person.js) is about.

import { signal } from "@preact/signals";

export const person = signal(null); // {player, name, line, text}: and one of their lines, or null
export const isTold = signal(""); // what was done
