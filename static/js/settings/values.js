// The settings of a player: their possible values, and what applies without a choice. Pure.

/** Settings with one of several values; the first one is the default. */
export const CHOICES = {
  theme: ["auto", "light", "dark"],
  motion: ["full", "short", "none"],
  confirmScore: ["two taps", "one tap"],
  diceLook: ["ivory", "casino", "midnight", "contrast"],
  feltLook: ["navy", "green", "burgundy", "contrast"],
  pips: ["plain", "four colours"],
};

/** Settings that are on or off. */
export const SWITCHES = { captions: false, haptics: true };

const VOLUME = 0.6;

function choice(name, stored) {
  return CHOICES[name].includes(stored) ? stored : CHOICES[name][0];
}

function volume(stored) {
  return typeof stored === "number" && stored >= 0 && stored <= 1 ? stored : VOLUME;
}

/**
 * Return all settings {name: value}. `stored`: those that the player chose; a missing or invalid one gets
 * its default. `reduced`: the system asks for less motion.
 */
export function withDefaults(stored, reduced = false) {
  const settings = { sound: volume(stored.sound) };
  for (const name of Object.keys(CHOICES)) settings[name] = choice(name, stored[name]);
  for (const [name, usual] of Object.entries(SWITCHES)) {
    settings[name] = typeof stored[name] === "boolean" ? stored[name] : usual;
  }
  if (reduced && !CHOICES.motion.includes(stored.motion)) settings.motion = "none";
  settings.language = typeof stored.language === "string" ? stored.language : "";
  return settings;
}
