// Why a choice is good, in words for somebody who plays for the first time. Pure: turns the server's hint, and the boxes
// that it offers, into sentences.

import { gettext, interpolate, language, listed, ngettext } from "../../language/language.js";
import { boxName, worth } from "../../ui/event-text.js";

const SMALL = 5; // points of a box that the player only gives up

function either(words) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(words.map(String));
}

function isAlike(keep) {
  return keep.every((face) => face === keep[0]);
}

function isRow(keep) {
  const faces = [...new Set(keep)].sort();
  return faces.length === keep.length && faces.every((face, at) => at === 0 || face === faces[at - 1] + 1);
}

/** Return what to keep: "3 alike! Keep them." `keep`: faces. */
export function keepWords(keep) {
  const dice = listed([...keep].sort().map(String));
  if (keep.length === 0) return gettext("These dice don’t go together. Roll all of them again.");
  if (keep.length === 1) return interpolate(gettext("Not much here. Keep the %(face)s."), { face: keep[0] });
  if (isAlike(keep)) return interpolate(gettext("%(count)s alike! Keep them."), { count: keep.length });
  if (keep.length > 2 && isRow(keep)) return interpolate(gettext("%(dice)s are in a row: keep them."), { dice });
  return interpolate(gettext("Keep %(dice)s."), { dice });
}

function upperIds(sheet) {
  return sheet.sections.find(({ id }) => id === "upper").categories.map(({ id }) => id);
}

/**
 * Return what the kept dice are good for: first the surest box with its points, then boxes that the dice may still fill.
 * `aims`: from the hint (docs/protocol.md). `dice`: how many are kept.
 */
export function aimWords(aims, sheet, dice = 2) {
  const isSure = (aim) => aim.now > 0 && upperIds(sheet).includes(aim.category);
  const sure = aims.filter(isSure).sort((a, b) => b.share - a.share)[0];
  const goals = aims.filter((aim) => aim.now === 0);
  const [first] = goals;
  if (first?.faces.length > 0) return lastDieWords(first, sheet);
  const names = [...new Set(goals.slice(0, 2).map((aim) => boxName(sheet, aim)))];
  const may = names.length > 0 ? interpolate(gettext("You can still go for %(boxes)s."), { boxes: either(names) }) : "";
  if (dice === 1 || !sure) return may;
  const values = { points: worth(sheet, sure.column, sure.now), box: boxName(sheet, sure) };
  return `${interpolate(gettext("That’s already %(points)s in %(box)s."), values)} ${may}`.trim();
}

/** Return the box that one more die may fill, and the numbers that do so. */
function lastDieWords(aim, sheet) {
  const values = { faces: either(aim.faces), box: boxName(sheet, aim), points: Math.round(worth(sheet, aim.column, aim.points)) };
  return interpolate(gettext("With a %(faces)s you get %(points)s in %(box)s."), values);
}

/** Return where to score the dice: "Fours, 12 points." `box`: an option of the hint. */
export function boxWords(box, sheet) {
  const points = worth(sheet, box.column, box.points + box.bonus);
  const values = { points, box: boxName(sheet, box) };
  if (points === 0) return interpolate(gettext("Nothing fits. Give up %(box)s."), values);
  return interpolate(ngettext("%(box)s: %(points)s point.", "%(box)s: %(points)s points.", points), values);
}

/** Return why this box. `offers`: all boxes that the dice may fill; `left`: rolls left. */
export function boxReason(box, offers, sheet, left) {
  const value = (offer) => worth(sheet, offer.column, offer.points + offer.bonus);
  const points = value(box);
  const most = offers.reduce((best, offer) => (value(offer) > value(best) ? offer : best), box);
  if (value(most) > points) {
    const values = { other: boxName(sheet, most), more: value(most) };
    return interpolate(gettext("%(other)s would give %(more)s now, but it is worth more on a later turn."), values);
  }
  if (points === 0) return gettext("Every turn fills one box, and this one costs you least.");
  if (left > 0) return gettext("No need to roll again: it hardly gets better.");
  if (points <= SMALL) return gettext("A small box is a good place for a bad roll.");
  return gettext("No other box gives more for these dice.");
}
