// Names of players, as somebody enters them on this device.

import { gettext, interpolate } from "../language/language.js";
import { folded } from "./names.js";

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g; // marks that turn what comes after them

export function cleaned(names) {
  return names.map((name) => name.normalize("NFC").replace(TURNS, "").trim().replace(/\s+/g, " ")).filter(Boolean);
}

/** Return what is wrong with the names, or "". `most`: characters of a name. */
export function problemOf(names, most) {
  if (names.length === 0) return gettext("Please enter at least one name.");
  if (names.some((name) => [...name].length > most)) return interpolate(gettext("A name can have at most %(most)s characters."), { most });
  return new Set(names.map(folded)).size < names.length ? gettext("Two players have the same name.") : "";
}
