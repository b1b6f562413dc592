// Seals a seed of mine for each coming game, and reveals it once the game has started; also for the players who share
// my device. If I have several devices, the one seals that connected last, or that I have used since.

import { effect, signal } from "@preact/signals";

import { judgeLock } from "../../fairness/lock.js";
import { newSealed } from "../../fairness/seed.js";
import { store } from "../../fairness/store.js";
import { addWarning, seeEvents, seeGame, seeNext } from "../../fairness/witness.js";
import { ask } from "../moves/commands.js";
import { link, log, myRoomSeat, myRoomSeats, mySeats, room, view, you } from "../state/state.js";

const MAX_REFUSED = 3; // seeds of one game, until the browser waits for the player: no endless loop

/** Things that the server showed and that cannot be right: [{at, text, doubt}] of the coming and the present game. */
export const warnings = signal([]);
/** Why this browser cannot reveal a seed, through nobody's fault; or "". */
export const revealNote = signal("");

const claims = signal(false); // whether my next seal replaces that of another device
const refused = { game: "", count: 0 };
const unanswered = signal(0);
const judged = new Map(); // by seat: the moment of the game that was judged last

/** Make this the device that seals, unless its tab is hidden. */
export function claimSeal() {
  if (document.visibilityState === "visible") claims.value = true;
}

/** Return this browser's seed behind the seal of a seat, by default mine; or null. */
export function mySealedSeed(seat = myRoomSeat.value) {
  const seed = seat?.seal ? store.seed(room.value.next.game, seat.seal) : null;
  return seed?.salt && seed.player === seat.player ? seed : null;
}

function keep(seed) {
  store.addSeed({ ...seed, commitment: room.value.next.commitment, at: Date.now() });
}

/** Return the newest seed that this browser sealed for the coming game, for example in another tab; or null. */
function keptSeed(player) {
  const { game, commitment } = room.value.next;
  const mine = (seed) => seed.salt && seed.player === player && seed.commitment === commitment;
  return store.seeds(game).findLast(mine) ?? null;
}

/** Seal `seed`, and keep it. Return the fields of a command: {game, seal}. */
function sealFields(seed) {
  keep(seed);
  unanswered.value += 1;
  return { game: seed.code, seal: seed.seal };
}

function freshSeed(player, text) {
  return newSealed(room.value.next.game, player, text);
}

/** Seal a seed for a seat: `text`, or the one that it has here, or a new one. */
function seal({ seat, player }, text = undefined) {
  const seed = (text === undefined && keptSeed(player)) || freshSeed(player, text);
  const command = { type: "seal", ...sealFields(seed) };
  ask(player === you.value.player ? command : { ...command, seat });
}

/** Return the fields of `sit` and `rematch` that give a seal: {game, seal}, or {} if none is needed. */
export function seedFields() {
  const { player } = you.value;
  // The seal names the player: a new guest seals after sitting down.
  if (player === null || (myRoomSeat.value?.player ?? player) !== player || mySealedSeed()) return {};
  claims.value = false;
  return sealFields(keptSeed(player) ?? freshSeed(player));
}

/** Give the coming game the seed `text`. */
export function setSeed(text) {
  seal(myRoomSeat.value, text);
}

/** The server has answered `command`; `ok`: it did not refuse it. */
export function sealAnswered(command, ok) {
  if (!command?.seal) return;
  unanswered.value = Math.max(0, unanswered.peek() - 1);
  const { game } = room.value.next;
  if (refused.game !== game) Object.assign(refused, { game, count: 0 });
  if (!ok) refused.count += 1;
}

function wasRefused(game) {
  return refused.game === game && refused.count >= MAX_REFUSED;
}

/** Return whether a seat lacks a seed of this browser. */
function lacksSeed(seat) {
  return !seat.seal || (claims.value && mySealedSeed(seat) === null);
}

function giveSeeds() {
  const seats = myRoomSeats.value;
  if (seats.length === 0 || link.value.state !== "online") return;
  const { next, status, ended } = room.value;
  if (status === "playing" || ended || !next.game) return;
  if (unanswered.value > 0 || wasRefused(next.game)) return;
  const lacking = seats.filter(lacksSeed);
  claims.value = false;
  for (const seat of lacking) seal(seat);
}

function showWarnings() {
  const codes = [view.value?.game, room.value?.next.game];
  warnings.value = codes.flatMap((code) => (code && store.game(code)?.warnings) ?? []);
}

/** Check the locked list of a game that has started, and reveal my seed. */
function judge(game, mine) {
  const waits = Boolean(game.revealing?.includes(mine));
  const moment = `${game.game}/${waits}`;
  if (moment === judged.get(mine)) return;
  judged.set(mine, moment);
  const { seed, warning, doubt, note = "" } = judgeLock(game, mine, store.seeds(game.game), store.game(game.game));
  if (warning) addWarning(store, game.game, warning, Date.now());
  if (doubt) addWarning(store, game.game, doubt, Date.now(), true);
  revealNote.value = note;
  if (!seed || !waits) return;
  // The outbox sends it again if necessary.
  const command = { type: "reveal", game: game.game, salt: seed.salt, text: seed.text };
  ask(seed.player === you.value.player ? command : { ...command, seat: mine });
}

function followGame() {
  const game = view.value;
  if (!game) return;
  seeGame(store, game, Date.now());
  // In rounds my own events get their numbers in the log with the reveal.
  seeEvents(store, game.game, game.public === undefined ? log.value : log.value.filter(({ seq }) => seq <= game.public));
  if (game.status === "playing" && mySeats.value.length > 0) mySeats.value.forEach((seat) => judge(game, seat));
  else revealNote.value = "";
}

/** Record what the server shows, seal and reveal, from now on. */
export function keepSealed() {
  effect(() => {
    if (room.value?.next.game) seeNext(store, room.value, Date.now());
    followGame();
    showWarnings();
  });
  effect(giveSeeds);
  addEventListener("focus", claimSeal);
  document.addEventListener("visibilitychange", claimSeal);
}
