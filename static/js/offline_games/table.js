// Tables of perfect play, as games/core/solver/portable.py writes them: the value of each state at the start of a turn. Pure.

import { YAHTZEE } from "../real_dice/rules.js";

const MAGIC = "YACHTVAL";
const VERSION = 1;
const HEADER = 24;

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let left = byte;
  for (let bit = 0; bit < 8; bit += 1) left = left & 1 ? (left >>> 1) ^ 0xedb88320 : left >>> 1;
  return left;
});

/** Return the CRC-32 of these bytes. */
export function checksum(bytes) {
  let sum = 0xffffffff;
  for (let at = 0; at < bytes.length; at += 1) sum = REMAINDERS[(sum ^ bytes[at]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Return the number of the rules: another one for other boxes, points or bonuses. As `rules_text` in portable_files.py. */
export function identity(data) {
  const { sections, columns, dice, faces, rolls, upper_bonus: bonus } = data.sheet;
  const parts = [
    data.id,
    data.version,
    sections.map(({ categories }) => categories.map(({ id }) => id)),
    [columns, dice, faces, rolls],
    bonus && [bonus.at, bonus.points],
    [data.order, data.joker, data.yahtzee_bonus],
    data.tables.map((number) => data.points[number]),
    data.tables.map((number) => data.jokers[number]),
  ];
  return checksum(new TextEncoder().encode(JSON.stringify(parts)));
}

/** Return the numbers of a state on a card that both sides use: see games/core/solver/scoring.py. */
function shapeOf({ data, boxes, upperSize }) {
  const { upper_bonus: bonus } = data.sheet;
  const counts = data.joker !== "none" || data.yahtzee_bonus > 0;
  const yahtzee = counts ? boxes.findIndex(({ category }) => category === "yahtzee") : -1;
  const upper = bonus ? upperSize : 0;
  const most = data.points[data.tables.at(-1)].slice(0, upper).map((points) => Math.max(...points));
  return { sets: 2 ** boxes.length, upper, most, yahtzee, flags: yahtzee < 0 ? 1 : 2, threshold: bonus?.at ?? 0, bonus: bonus?.points ?? 0 };
}

/**
 * Return the first and last upper total of a set of filled boxes that differ in value: below the first the bonus is out of
 * reach, above the last there is none.
 */
function limitsOf({ most, threshold }, filled) {
  let [reached, missing] = [0, 0];
  most.forEach((points, box) => ((filled >> box) & 1 ? (reached += points) : (missing += points)));
  const last = Math.min(reached, threshold);
  return [Math.min(Math.max(threshold - missing - 1, 0), last), last];
}

/** The values of one game. A state is the set of filled boxes, whether further Yahtzees earn a bonus, and the upper total. */
class Table {
  constructor(rules, steps) {
    this.shape = shapeOf(rules);
    this.steps = steps; // of a point
    const { sets, flags, upper, yahtzee } = this.shape;
    this.limits = Array.from({ length: 2 ** upper }, (_, filled) => limitsOf(this.shape, filled));
    this.starts = new Int32Array(sets * flags).fill(-1);
    this.count = 0;
    for (let filled = 0; filled < sets; filled += 1) {
      for (let flag = 0; flag < flags; flag += 1) {
        if (flag && !((filled >> yahtzee) & 1)) continue;
        const [first, last] = this.limits[filled & (2 ** upper - 1)];
        this.starts[filled * flags + flag] = this.count;
        this.count += last - first + 1;
      }
    }
  }

  /** Take the values in: each but the first of a row is written as the difference to the one before it. */
  fill(bytes) {
    this.values = new Uint16Array(this.count);
    const { starts, count, values } = this;
    const rows = starts.filter((start) => start >= 0);
    rows.forEach((start, row) => {
      const end = rows[row + 1] ?? count;
      let value = 0;
      for (let at = start; at < end; at += 1) {
        const written = bytes[at] | (bytes[count + at] << 8);
        value += written & 1 ? -(written + 1) / 2 : written / 2;
        values[at] = value;
      }
    });
  }

  /** Return the state of a card: [filled, flag, total]. */
  state({ entries }) {
    const { upper, yahtzee, threshold } = this.shape;
    const filled = entries.reduce((set, entry, box) => (entry === null ? set : set | (1 << box)), 0);
    const total = entries.slice(0, upper).reduce((sum, entry) => sum + (entry ?? 0), 0);
    return [filled, yahtzee >= 0 && entries[yahtzee] === YAHTZEE ? 1 : 0, Math.min(total, threshold)];
  }

  /** Return the expected points still to come. */
  value([filled, flag, total]) {
    const { flags, upper } = this.shape;
    const [first, last] = this.limits[filled & (2 ** upper - 1)];
    return this.values[this.starts[filled * flags + flag] + Math.min(Math.max(total, first), last) - first] / this.steps;
  }

  /** Return what filling a box adds to the card, and the points still to come then. */
  worth([filled, flag, total], box, { points, bonus }) {
    const { upper, yahtzee, threshold, bonus: won } = this.shape;
    const after = box < upper ? Math.min(total + points, threshold) : total;
    const flagAfter = box === yahtzee && points === YAHTZEE ? 1 : flag;
    const reached = total < threshold && after >= threshold ? won : 0;
    return points + bonus + reached + this.value([filled | (1 << box), flagAfter, after]);
  }
}

/** Read a table for these `Rules`. See bot.js. */
export function tableIn(buffer, rules) {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < HEADER || String.fromCharCode(...bytes.subarray(0, 8)) !== MAGIC) return { refused: "not_a_table" };
  const header = new DataView(buffer, 8, HEADER - 8);
  if (header.getUint16(0, true) !== VERSION) return { refused: "other_version" };
  if (header.getUint32(8, true) !== identity(rules.data)) return { refused: "other_rules" };
  const table = new Table(rules, header.getUint16(2, true));
  const body = bytes.subarray(HEADER);
  const isWhole = header.getUint32(4, true) === table.count && body.length === 2 * table.count;
  if (!isWhole || checksum(body) !== header.getUint32(12, true)) return { refused: "damaged" };
  table.fill(body);
  return { table };
}
