// How each moment looks. Durations in ms are those of the motion setting "full"; `pace` shortens them.

import { gettext, number } from "../../language/language.js";
import { badge } from "./badge.js";
import { bunting } from "./bunting.js";
import { fly, FLIGHT_MS } from "./flight.js";
import { felt, shine, sparks } from "./light.js";
import { categoryOf } from "./moments.js";
import { bonusPlace, boxPlace, seatPlace } from "./places.js";
import { add, play } from "./stage.js";
import { byFace, hop, rise } from "./table-dice.js";

const YACHT_MS = 1500;
const RAIL = 0.44; // from the dice to the rail, of the height of their field
const HOP_MS = 520;
const BADGE_MS = 1500;

function word(text, at, duration) {
  play(add("moment-word", { at, text }), [
    { transform: "scale(0.7)", opacity: 0, easing: "cubic-bezier(0.2, 0.9, 0.3, 1.2)" },
    { transform: "scale(1)", opacity: 1, offset: 0.2 },
    { transform: "scale(1.03)", opacity: 1, offset: 0.72 },
    { transform: "scale(1.08)", opacity: 0 },
  ], { duration });
}

function yacht(moment, { sheet, pace }) {
  const duration = YACHT_MS * pace;
  const place = felt();
  if (!place) return;
  const { at } = place;
  const bloom = [
    { opacity: 0, transform: "scale(0.5)" },
    { opacity: 1, transform: "scale(1)", offset: 0.18 },
    { opacity: 0.85, transform: "scale(1.12)", offset: 0.6 },
    { opacity: 0, transform: "scale(1.25)" },
  ];
  const rays = [
    { opacity: 0, transform: "rotate(-14deg) scale(0.7)" },
    { opacity: 0.8, transform: "rotate(-4deg) scale(1)", offset: 0.25 },
    { opacity: 0, transform: "rotate(16deg) scale(1.1)" },
  ];
  const options = { duration, easing: "ease-out" };
  shine(place, [["bloom", bloom, options], ...(pace === 1 ? [["rays", rays, options]] : [])]);
  rise({ duration });
  sparks(at, pace === 1 ? 22 : 10, { duration });
  word(gettext(categoryOf(sheet, "alike").name), { x: at.x, y: at.y + at.height * RAIL }, duration);
}

function straight({ dice }, { pace }) {
  const place = felt();
  if (!dice || !place) return;
  hop(byFace(dice), { duration: HOP_MS * pace, apart: 75 * pace });
  shine(place, [["bloom", [{ opacity: 0 }, { opacity: 0.45, offset: 0.3 }, { opacity: 0 }], { duration: 800 * pace }]]);
  sparks(place.at, pace === 1 ? 10 : 5, { duration: 800 * pace, spread: 0.6 });
}

function alike({ dice }, { pace }) {
  hop(dice.map((_, position) => position), { duration: HOP_MS * pace, apart: 0 });
}

function lastRoll({ final }, { pace }) {
  const most = final ? 1 : 0.55;
  const dusk = ["dusk", [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 0 }], { duration: 1400 * pace }];
  const rim = ["rim", [{ opacity: 0 }, { opacity: most, offset: 0.3 }, { opacity: 0 }], { duration: (final ? 1400 : 800) * pace }];
  shine(felt(), final ? [dusk, rim] : [rim]);
}

function points({ seat, column, category, points: scored, times }, { from, pace }) {
  const place = boxPlace(seat, column, category);
  if (!from || !place) return;
  fly(number(scored * times), from, place, FLIGHT_MS * pace);
}

/** Return when the points have arrived at their box. */
function arrival(pace) {
  return { delay: FLIGHT_MS * pace, duration: BADGE_MS * pace };
}

function upperBonus({ seat, column, points: won }, { texts, pace }) {
  const place = bonusPlace(seat, column);
  badge(texts.bonus(won), place, arrival(pace));
  if (place) sparks({ ...place.at, width: Math.max(place.at.width, 90) }, 9, { duration: 900 * pace, spread: 0.5 });
}

function extraBonus({ seat, points: won }, { texts, pace }) {
  badge(texts.bonus(won), seatPlace(seat), arrival(pace));
}

function joker({ seat, column, category }, { texts, pace }) {
  badge(texts.joker(), boxPlace(seat, column, category), arrival(pace));
}

function lead({ seat }, { texts, pace }) {
  badge(texts.lead(), seatPlace(seat), { delay: 2 * FLIGHT_MS * pace, duration: BADGE_MS * pace });
}

const DRAWINGS = {
  yacht,
  straight,
  alike,
  "last roll": lastRoll,
  points,
  "upper bonus": upperBonus,
  "extra bonus": extraBonus,
  joker,
  lead,
  victory: bunting,
};

/** Draw a moment. `context`: {sheet, mine, pace, from: where the dice were, texts}. */
export function draw(moment, context) {
  DRAWINGS[moment.kind]?.(moment, context);
}
