// The results of all checks of a game's dice, as sentences. Pure.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { listed } from "../ui/event-text.js";

/** Return "3 May 2026 at 14:02". */
export function momentWords(ms) {
  return interpolate(gettext("%(day)s at %(time)s"), {
    day: timeText(ms, "date"),
    time: timeText(ms, "time"),
  });
}

/** Return a short name of a place in the public log: "log 1234:9af3c1d2". */
export function logMark({ index, hash }) {
  return `log ${index}:${hash.slice(0, 8)}`;
}

/** Return everything that is wrong, as texts; [] for nothing. `name(seat)`: the player of a seat. */
export function problemsOf({ dice, record, log }, name) {
  const seals = dice.seals ?? { wrong: [], early: false };
  const found = [
    !dice.commitment && gettext("The secret does not fit its fingerprint."),
    dice.wrong.length > 0 && interpolate(gettext("Wrong rolls: %(rolls)s."), { rolls: dice.wrong.map((each) => each.seq).join(", ") }),
    seals.wrong.length > 0 && interpolate(gettext("Wrong seeds: %(names)s."), { names: listed(seals.wrong.map(name)) }),
    seals.early && gettext("There were rolls before all seeds."),
    ...(record?.problems ?? []),
    ...(log?.problems ?? []),
  ];
  return [...new Set(found.filter(Boolean))];
}

/** Return sentences about the seeds: how many fit their seals, who had none, and who showed none. */
export function sealWords({ seals }, name) {
  if (seals === null) return gettext("The seeds were visible before the start.");
  const { count, known, missing } = seals;
  const words = interpolate(
    ngettext(
      "One seed fits its seal.",
      "%(count)s seeds fit their seals.",
      count,
    ),
    { count },
  );
  const sealed = count === 0 ? "" : words;
  const open = known.length === 0 ? "" : interpolate(gettext("The server knew the seed of %(names)s."), { names: listed(known.map(name)) });
  const none = missing.length === 0 ? "" : interpolate(gettext("Without a seed: %(names)s."), { names: listed(missing.map(name)) });
  return [sealed, open, none].filter(Boolean).join(" ");
}

/** Return sentences about what this browser recorded during the game. */
export function recordWords(record) {
  if (record === null) return gettext("This browser recorded nothing during the game.");
  const { seen, total } = record.coverage;
  const at = momentWords(record.at);
  return [
    interpolate(
      record.before
        ? gettext("This browser recorded the fingerprint on %(at)s, before the first roll.")
        : gettext("This browser recorded the fingerprint on %(at)s, during the game."),
      { at },
    ),
    record.own ? gettext("Your seed is in the dice.") : "",
    interpolate(gettext("It saw %(seen)s of %(total)s steps, and nothing has changed since."), { seen, total }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return a sentence about the public log. */
export function logWords(log) {
  if (log === null) return gettext("This game is not in the public log.");
  if (log.head === null) return gettext("The public log could not be read. Try again later.");
  return interpolate(gettext("The fingerprint is entry %(index)s of the public log. This browser checked %(checked)s entries, up to %(head)s."), { index: log.place.commitment.index, checked: log.checked, head: logMark(log.head) });
}
