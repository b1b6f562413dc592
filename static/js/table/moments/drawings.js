// How each moment looks. Durations in ms are those of the motion setting "full"; `pace` shortens them.

import { gettext, number } from "../../language/language.js";
import { badge } from "./badge.js";
import { bunting } from "./bunting.js";
import { coin, fly, FLIGHT_MS } from "./flight.js";
import { felt, shine, sparks } from "./light.js";
import { categoryOf } from "./moments.js";
import { bonusPlace, boxPlace, seatPlace } from "./places.js";
import { add, move, play } from "./stage.js";
import { byFace, hop, rise } from "./table-dice.js";

const YACHT_MS = 1500;
const RAIL = 0.44; // from the dice to the rail, of the height of their field
const HOP_MS = 520;
const BADGE_MS = 1500;
const COIN_MS = 380;

function word(text, at, duration) {
  play(add("moment-word", { at, text }), [
    { transform: "scale(0.7)", opacity: 0, easing: "cubic-bezier(0.2, 0.9, 0.3, 1.2)" },
    { transform: "scale(1)", opacity: 1, offset: 0.2 },
    { transform: "scale(1.03)", opacity: 1, offset: 0.72 },
    { transform: "scale(1.08)", opacity: 0 },
  ], { duration });
}

/** Let the boxes that the dice complete light up once. */
function pulse({ seat, category, dice }, duration) {
  if (!dice) return;
  for (const offer of document.querySelectorAll(`.offer[data-box^="${seat}/"][data-box$="/${category}"]`)) {
    move(offer, [{ transform: "scale(1)" }, { transform: "scale(1.18)", offset: 0.3 }, { transform: "scale(1)" }], { duration: Math.min(duration, 900) });
  }
}

/** The whole room sees a Yacht: light runs around the card, and the players jump. */
function cheerRoom({ seat }, duration) {
  const rim = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 0 }];
  const card = document.querySelector(".scorecard");
  if (card) play(add("card-light", { parent: card }), rim, { duration });
  document.querySelectorAll(".seats .seat").forEach((each, place) => {
    const height = each.dataset.seat === String(seat) ? -10 : -5;
    const jump = [{ transform: "translateY(0)" }, { transform: `translateY(${height}px)` }, { transform: "translateY(0)" }];
    move(each, jump, { duration: 320, delay: 60 * place, iterations: 2 });
  });
}

/** Without motion, a Yacht is a word that stays for a moment. */
export function still({ kind }, { sheet }) {
  const place = kind === "yacht" && felt();
  if (!place) return;
  const { at } = place;
  const sign = add("moment-word", { at: { x: at.x, y: at.y + at.height * RAIL }, text: gettext(categoryOf(sheet, "alike").name) });
  setTimeout(() => sign?.remove(), YACHT_MS);
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
  pulse(moment, duration);
  cheerRoom(moment, duration);
  sparks(at, pace === 1 ? 22 : 10, { duration });
  word(gettext(categoryOf(sheet, "alike").name), { x: at.x, y: at.y + at.height * RAIL }, duration);
}

function straight(moment, { pace }) {
  const { dice } = moment;
  const place = felt();
  if (!dice || !place) return;
  pulse(moment, 900 * pace);
  hop(byFace(dice), { duration: HOP_MS * pace, apart: 75 * pace });
  shine(place, [["bloom", [{ opacity: 0 }, { opacity: 0.45, offset: 0.3 }, { opacity: 0 }], { duration: 800 * pace }]]);
  sparks(place.at, pace === 1 ? 10 : 5, { duration: 800 * pace, spread: 0.6 });
}

function alike({ dice }, { pace }) {
  hop(dice.map((_, position) => position), { duration: HOP_MS * pace, apart: 0 });
}

/** The die that spoiled it looks around. */
function near({ odd }, { pace }) {
  hop([odd], { duration: 2 * HOP_MS * pace, apart: 0 });
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

function towardBonus({ seat, column, category }, { pace }) {
  const [from, place] = [boxPlace(seat, column, category), bonusPlace(seat, column)];
  if (from?.target.matches(".written") && place) coin(from, place, { delay: FLIGHT_MS * pace, duration: COIN_MS * pace });
}

const WOBBLE = [0, -4, 4, -3, 2, 0].map((degrees) => ({ transform: `rotate(${degrees}deg)` }));

function nearBonus({ seat, column }, { texts, pace }) {
  const place = bonusPlace(seat, column);
  badge(texts.near(), place, arrival(pace));
  move(place?.target, WOBBLE, { delay: FLIGHT_MS * pace, duration: 900 * pace });
}

function upperBonus({ seat, column, points: won }, { texts, pace }) {
  const place = bonusPlace(seat, column);
  const landed = (FLIGHT_MS + COIN_MS) * pace;
  // The bonus is written when the coin lands.
  move(place?.target, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: landed });
  badge(texts.bonus(won), place, { delay: landed, duration: BADGE_MS * pace });
  if (place) setTimeout(() => sparks({ ...place.at, width: Math.max(place.at.width, 90) }, 14, { duration: 1100 * pace, spread: 0.6 }), landed);
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
  near,
  "last roll": lastRoll,
  points,
  "toward bonus": towardBonus,
  "near bonus": nearBonus,
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
