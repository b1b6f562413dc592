// Several players share this device: it shows whose turn it is until that player takes it.

import { computed, signal } from "@preact/signals";

import { mySeat, mySeats, myTurn, sharesDevice, view } from "./state.js";

const KEY = "yacht-pass"; // "off": nobody needs to take the device

function stored() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true; // the browser stores nothing
  }
}

/** Whether the device waits for the next player. */
export const passes = signal(stored());
const taken = signal(""); // the turn whose player has taken the device

/** Set whether the device waits for the next player. */
export function setPasses(on) {
  passes.value = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // It holds until the page is closed.
  }
}

const turn = computed(() => {
  const seat = view.value?.seats[mySeat.value];
  return seat ? `${view.value.game}/${seat.seat}/${seat.turn.number}` : "";
});

/** Whether nobody here has filled a box yet: then the one who holds the device begins. */
function isFirstTurn() {
  const cards = mySeats.value.map((seat) => view.value.seats[seat].card);
  return cards.every(({ columns }) => columns.every(({ boxes }) => Object.keys(boxes).length === 0));
}

/** Whether the next player has to take the device before they roll. */
export const needsPassing = computed(() => {
  if (!passes.value || !sharesDevice.value || !myTurn.value || isFirstTurn()) return false;
  return view.value.seats[mySeat.value].turn.roll === 0 && taken.value !== turn.value;
});

/** Whether to offer not to ask again: once, at the first time. */
export const offersSilence = computed(() => taken.value === "");

/** The next player takes the device. */
export function takeDevice() {
  taken.value = turn.value;
}
