// The state of the room page, as signals.

import { computed, signal } from "@preact/signals";

import { page } from "../../net/page-data.js";
import { NOTHING } from "../../scorecard/choice.js";
import { rollsIn } from "../../ui/rolls.js";

export const you = signal({ player: null, name: null, guest: true });
export const room = signal(null);
export const roomRev = signal(-1);
export const view = signal(null);
export const log = signal([]); // events of the game in `view`, ascending seq
export const presence = signal({ here: [], away: [], watching: 0, watchers: [] });
export const chat = signal([]);
export const selection = signal(null); // {seat, turn, hold}: the dice that the acting player marks to hold
export const chances = signal(null); // {game, seq, win}: each seat's win probability, for spectators
export const hint = signal(null); // {moment, exact, options}: the last hint
export const picks = signal(null); // {moment, hold}: the dice that I mark to hold
export const choice = signal(NOTHING); // the box that I tapped: see scorecard/choice.js
export const pending = signal(null); // {id, type, option?}: my unanswered move
export const coach = signal(null); // {Coach, speaks} of the coach of a player's first game, as long as there is one
export const isUnwelcome = signal(false); // whether the server has refused me a seat
export const leaving = signal(false); // whether I asked to leave my seat
export const problem = signal(null); // an error to show: {message}
export const news = signal(null); // news to show for a moment: {message}
export const cheer = signal(""); // the name of the reaction that fits what somebody else has just done
export const newcomer = signal({ name: "" }); // whom I am adding on this device: {name, isSent: the server has not answered}
export const offered = signal(null); // the last link with which somebody can take over a seat: {seat, path, until}
export const link = signal({ state: "connecting" });

/** The option of the box that I tapped and that is not sent yet, or null. */
export const chosen = computed(() => choice.value.option);

export const sheet = computed(() => room.value?.sheet ?? null);

/** Return how many rolls a turn has in all. */
export function rollsOf(turn) {
  return rollsIn(sheet.value, turn);
}

/** Whether there is a game to show. After a cancelled start the players wait for the next one. */
export const hasGame = computed(() => view.value !== null && view.value.status !== "cancelled");

/** Whether the game waits for the players' seeds, before its first turn. */
export const isRevealing = computed(() => view.value?.status === "playing" && Boolean(view.value.revealing?.length));

/** The seats in the room in which I sit, or whose players share my device (entries of `room.seats`), mine first. */
export const myRoomSeats = computed(() => {
  const me = you.value.player;
  const seats = (me !== null && room.value?.seats) || [];
  const own = seats.filter(({ player }) => player === me);
  return [...own, ...seats.filter(({ operator, player }) => operator === me && player !== me)];
});

/** My seat in the room, or the first one that I play for somebody; or null. */
export const myRoomSeat = computed(() => myRoomSeats.value[0] ?? null);

/** The seats of the game (numbers in `view.seats`) for which I act. */
export const mySeats = computed(() => {
  const players = new Set([you.value.player, ...myRoomSeats.value.map(({ player }) => player)]);
  return (view.value?.seats ?? []).filter(({ player }) => player !== null && players.has(player)).map(({ seat }) => seat);
});

/** Whether several players share this device. */
export const sharesDevice = computed(() => mySeats.value.length > 1);

/** The seat for which I act now: where several players share my device, the one whose turn it is or was; or null. */
export const mySeat = computed(() => {
  const seats = mySeats.value;
  const { acting = [], last } = view.value ?? {};
  return seats.find((seat) => acting.includes(seat)) ?? seats.find((seat) => seat === last?.seat) ?? seats[0] ?? null;
});

/** My seat in the game, for words about "you"; null if I have none, or act for several players. */
export const ownSeat = computed(() => (mySeats.value.length === 1 ? mySeats.value[0] : null));

/** Return a command of the seat for which I act now. */
export function forMySeat(command) {
  const seat = mySeat.value;
  return view.value?.seats[seat]?.player === you.value.player ? command : { ...command, seat };
}

/** Whether this table was paired: the game starts as soon as all browsers have connected. */
export const isPaired = computed(
  () => room.value?.status === "open" && room.value.seats.every((seat) => seat.player !== null && seat.ready),
);

/** Whether a paired table waits for this browser alone: all others are bots, or share this device. */
export const startsAtOnce = computed(() => {
  const me = you.value.player;
  return !hasGame.value && isPaired.value && me !== null && room.value.seats.every(({ bot, operator, player }) => bot || player === me || operator === me);
});

/** Whether the table's games are played in rounds. */
export const isRoundsTable = computed(() => (view.value ?? room.value)?.mode === "rounds");

/** Whether players of this table need not be connected. */
export const hasLongClock = computed(() => room.value?.clock >= Number(page.longClock));

/** The names of players who asked for a rematch that I have not answered. */
export const rematchAskers = computed(() => {
  const over = view.value !== null && view.value.status !== "playing" && room.value?.status === "over";
  if (!over || !myRoomSeat.value || myRoomSeat.value.ready) return [];
  return room.value.seats.filter((seat) => seat.player !== null && seat.ready && !seat.bot).map((seat) => seat.name);
});

/** Return the address of a page about this table's rules; `template` has RULES in it. */
export function rulesAddress(template) {
  return template.replace("RULES", encodeURIComponent(room.value.variant.id));
}

export const isHost = computed(() => you.value.player !== null && room.value?.host === you.value.player);

/** The seat whose turn it is, or null when the game is over. */
export const actingSeat = computed(() => view.value?.acting[0] ?? null);

export const myTurn = computed(
  () => mySeat.value !== null && Boolean(view.value?.acting.includes(mySeat.value)),
);

/** Return an id of the current roll. Marked dice and hints belong to one roll. */
function momentOf(game, seat) {
  return `${game.game}/${seat.seat}/${seat.turn.number}/${seat.turn.roll}`;
}

export const moment = computed(() => {
  const game = view.value;
  return game && actingSeat.value !== null ? momentOf(game, game.seats[actingSeat.value]) : "";
});

/** The positions held now: mine as I marked them, another player's as their browser reports them. */
export const held = computed(() => {
  const seat = view.value?.seats[actingSeat.value];
  if (!seat?.turn.dice) return [];
  if (myTurn.value) return picks.value?.moment === moment.value ? picks.value.hold : seat.turn.hold;
  const theirs = selection.value;
  const isCurrent = theirs?.seat === seat.seat && theirs.turn === seat.turn.number;
  return isCurrent ? theirs.hold : seat.turn.hold;
});
