// What the page knows, as signals. Only messages.js and commands.js write to them.

import { computed, signal } from "@preact/signals";

export const you = signal({ player: null, name: null, guest: true });
export const room = signal(null);
export const roomRev = signal(-1);
export const view = signal(null);
export const log = signal([]); // events of the game in `view`, ascending seq
export const presence = signal({ here: [], away: [], watching: 0 });
export const chat = signal([]);
export const selection = signal(null); // {seat, turn, hold}: what another player ponders to hold
export const chances = signal(null); // {game, seq, win}: how likely each seat is to win; for watchers
export const hint = signal(null); // {moment, exact, options}: what I was told is best
export const picks = signal(null); // {moment, hold}: what I ponder to hold
export const chosen = signal(null); // the option I tapped and have not confirmed
export const pending = signal(null); // {id, type, option?}: my move that is not answered yet
export const leaving = signal(false); // I asked to give my seat up
export const problem = signal(null); // a refusal to show: {message}
export const news = signal(null); // something to know, for a moment: {message}
export const link = signal({ state: "connecting" });

export const sheet = computed(() => room.value?.sheet ?? null);

/** My seat in the game (its number in `view.seats`), or null. */
export const mySeat = computed(() => {
  const player = you.value.player;
  const seat = player === null ? null : view.value?.seats.find((each) => each.player === player);
  return seat ? seat.seat : null;
});

/** My place in the room (an entry of `room.seats`), or null. */
export const myChair = computed(() => {
  const player = you.value.player;
  return player === null ? null : (room.value?.seats.find((seat) => seat.player === player) ?? null);
});

/** The table of people who were paired: it begins by itself as soon as all browsers are here. */
export const isPaired = computed(
  () => room.value?.status === "open" && room.value.seats.every((seat) => seat.player !== null && seat.ready),
);

export const isHost = computed(() => you.value.player !== null && room.value?.host === you.value.player);

/** The seat whose dice lie on the table, or null when the game is over. */
export const actingSeat = computed(() => view.value?.acting[0] ?? null);

export const myTurn = computed(
  () => mySeat.value !== null && Boolean(view.value?.acting.includes(mySeat.value)),
);

/** Names the moment that a pick belongs to: a new roll makes old picks void. */
function momentOf(game, seat) {
  return `${game.game}/${seat.seat}/${seat.turn.number}/${seat.turn.roll}`;
}

export const moment = computed(() => {
  const game = view.value;
  return game && actingSeat.value !== null ? momentOf(game, game.seats[actingSeat.value]) : "";
});

/** The positions held on the table now: mine as picked, another's as he shows them. */
export const held = computed(() => {
  const seat = view.value?.seats[actingSeat.value];
  if (!seat?.turn.dice) return [];
  if (myTurn.value) return picks.value?.moment === moment.value ? picks.value.hold : seat.turn.hold;
  const theirs = selection.value;
  const current = theirs?.seat === seat.seat && theirs.turn === seat.turn.number;
  return current ? theirs.hold : seat.turn.hold;
});
