// Recomputes the dice of a finished game with WebCrypto. docs/fairness.md explains the method.

const FACES = 6; // unless the scorecard says otherwise

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return whether this browser can check dice. WebCrypto is missing on pages without https. */
export function canCheck() {
  return Boolean(globalThis.crypto?.subtle);
}

/** Return the SHA-256 of the secret (both in hex), which was published before the first roll. */
export async function commitmentOf(secret) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(secret)));
}

async function keyOf(secret) {
  const method = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytesOf(secret), method, false, ["sign"]);
}

/**
 * Return the face of one die: {code, seeds, seat, turn, roll, position}. Seat and position count from
 * 0 (seat is "-" if all seats share their dice), turn and roll from 1.
 */
export async function dieAt(key, { code, seeds, seat, turn, roll, position }, faces = FACES) {
  const fairBytes = 256 - (256 % faces); // 252 for six faces: larger bytes would favour low faces
  for (let block = 0; ; block += 1) {
    const text = [code, seeds.join(","), seat, turn, roll, position, block].join("|");
    const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
    const byte = new Uint8Array(digest).find((each) => each < fairBytes);
    if (byte !== undefined) return (byte % faces) + 1;
  }
}

/** Return the faces that a roll must show: held dice keep theirs, the others come from the secret. */
async function expectedDice(key, place, { hold, dice }, before, faces) {
  return Promise.all(
    dice.map((_, position) => (hold.includes(position) ? before[position] : dieAt(key, { ...place, position }, faces))),
  );
}

/** Return {code, seeds, seat} that the dice depend on; `seat` is null if each seat has its own dice. */
function diceSource({ game, mode, replay, fairness }) {
  if (replay) return { code: replay.game, seeds: replay.seeds, seat: replay.seat };
  return { code: game, seeds: fairness.seeds, seat: mode === "duplicate" ? "-" : null };
}

/**
 * Check a finished game: `view`, `events` and `sheet` as in /g/<code>.json. Returns {commitment: whether the
 * secret matches, rolls and dice: how many were checked, wrong: [{seq, expected, dice}], fair}.
 */
export async function checkGame({ view, events, sheet }) {
  const { commitment, secret } = view.fairness;
  const key = await keyOf(secret);
  const matches = (await commitmentOf(secret)) === commitment;
  const lastDice = new Map();
  const wrong = [];
  let rolls = 0;
  let dice = 0;
  const source = diceSource(view);
  for (const { seq, type, seat, data } of events) {
    if (type !== "dice.rolled") continue;
    const place = { code: source.code, seeds: source.seeds, seat: source.seat ?? seat, turn: data.turn, roll: data.roll };
    const before = lastDice.get(`${seat}/${data.turn}`) ?? [];
    const expected = await expectedDice(key, place, data, before, sheet?.faces);
    if (expected.some((face, position) => face !== data.dice[position])) wrong.push({ seq, expected, dice: data.dice });
    lastDice.set(`${seat}/${data.turn}`, data.dice);
    rolls += 1;
    dice += data.dice.length - data.hold.length;
  }
  return { commitment: matches, rolls, dice, wrong, fair: matches && wrong.length === 0 };
}
