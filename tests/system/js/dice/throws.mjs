// Throws as the scene makes them, for tests.

import { drawn, handPlace, heldPlace, restPlace } from "../../../../static/js/dice/places.js";
import { plansOf } from "../../../../static/js/dice/plan.js";
import { NO_TURN } from "../../../../static/js/dice/rotation.js";
import { shake, still, thrown } from "../../../../static/js/dice/throw.js";
import { throwTimes } from "../../../../static/js/dice/times.js";

export const BEGAN = 1000;
export const LANE = 1.32; // as --pitch in css/dice.css

/** Throw `count` dice onto `face` as the scene does; `waited` ms pass before the answer. Returns tracks, targets and times. */
export function throwOf(count, waited, side, face, roll = "roll") {
  const answered = BEGAN + waited;
  const times = throwTimes({ count, began: BEGAN, answered });
  const places = Array.from({ length: count }, (_, position) => {
    const x = (position - (count - 1) / 2) * LANE;
    return { x, hand: handPlace(x, position, side), place: restPlace(x, LANE, `${roll}/${position}`) };
  });
  const dice = plansOf(places, (text) => drawn(`${roll}/${text}`)).map(({ die, heading, path }, order) => {
    const { x, hand, place } = places[die];
    const from = still({ ...heldPlace(x, "roll"), turn: NO_TURN, blank: 1 });
    const shaken = shake(from, { hand, axis: path.axis, speed: path.speed }, BEGAN);
    const to = { at: place.at, turn: NO_TURN, blank: 0 };
    const release = times.releases[order];
    return { place, release, track: thrown(shaken, { path, heading, face, to, yaw: place.yaw, release, rest: times.rest }) };
  });
  return { dice, times, answered };
}
