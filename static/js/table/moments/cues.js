// Which sounds belong to the moments of a game, and when. Pure.

const SOUNDS = {
  yacht: "yacht",
  straight: "straight",
  alike: "alike",
  points: "score",
  "upper bonus": "bonus",
  "extra bonus": "bonus",
  joker: "bonus",
  lead: "lead",
};

// Seconds after the score, so that one sound can be told from the next.
const DELAYS = { bonus: 0.45, lead: 0.9, win: 0.5, over: 0.5 };
const TURN_DELAY = 0.5;
const BELL_DELAY = 1.4; // after a win

/** Return the name of the sound of a moment, or null. `mine`: my seat, or null for a spectator. */
export function soundOf(moment, mine) {
  if (moment.kind === "last roll") return moment.final ? "last roll" : null;
  if (moment.kind !== "victory") return SOUNDS[moment.kind] ?? null;
  return moment.alone || mine === null || moment.seats.includes(mine) ? "win" : "over";
}

/** Return the names of the sounds of a moment: after a win by a few points a bell is rung, too. */
function soundsOf(moment, mine) {
  const name = soundOf(moment, mine);
  return name === "win" && moment.margin === "narrow" ? [name, "yacht"] : [name];
}

function isMine({ seat, seats }, mine) {
  return mine !== null && (seat === mine || Boolean(seats?.includes(mine)));
}

/**
 * Return the sounds [{name, delay in seconds, felt}] of the moments, each once. `felt`: whether the
 * phone vibrates too, for what I did myself.
 */
export function cuesOf(moments, mine) {
  const names = new Set(moments.flatMap((moment) => soundsOf(moment, mine)).filter(Boolean));
  const isWin = names.has("win");
  const felt = new Set(moments.filter((moment) => isMine(moment, mine)).map((moment) => soundOf(moment, mine)));
  return [...names].map((name) => ({ name, delay: isWin && name === "yacht" ? BELL_DELAY : (DELAYS[name] ?? 0), felt: felt.has(name) }));
}

/** Whether my turn has begun with the change from the view `before` (or null) to `after`. */
export function isMyTurnNow(before, after, mine) {
  if (mine === null || after.seats.length === 1) return false;
  const had = before?.game === after.game && before.acting.includes(mine);
  return after.acting.includes(mine) && !had;
}

/** Return the cue of my turn; `scored`: whether a score is heard first. */
export function turnCue(scored) {
  return { name: "your turn", delay: scored ? TURN_DELAY : 0, felt: true };
}

/** Return "hold", "release" or null for the change of held positions. */
export function holdSound(before, after) {
  if (after.some((position) => !before.includes(position))) return "hold";
  return before.some((position) => !after.includes(position)) ? "release" : null;
}
