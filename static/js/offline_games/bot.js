// How bots choose in games without the server. Pure.
//
//   readTable(buffer, rules)  {table} for what was fetched from `values.address`, or {refused}: "not_a_table",
//                             "other_version", "other_rules" or "damaged". `buffer`: an ArrayBuffer; `rules`: a game's rule
//                             data. Keep the buffer, and read it once for each page: that takes about 50 ms.
//   chooseMove(game, {table, level, draw})  what the bot does whose turn it is: {hold, box, pause}. `hold`: the positions to
//                             keep, for `roll`, or null; `box`: {column, category}, for `score`, or null. `pause`: ms to wait
//                             before. `table`: null if there is none: then boxes are worth guesses. `level`: what the
//                             server says of a bot, {id, temperature, upper_weight, risk}; null plays perfectly. `draw`: a
//                             number from 0 to below 1 (`randomNumber` of dice.js), the same again for the same choice.
//   ranked(game, {table, level})  all choices, best first, [{keep, fill, value}], for hints. `keep`: faces, or null.
//
// The server sends for each game, besides its rules, `values`: {address, bytes} or null, and `bots`, best first.

import { positionsOf } from "../dice/holds.js";
import { Rules } from "../real_dice/rules.js";
import { card, rulesOf, turnNow } from "./engine.js";
import { Guess } from "./guess.js";
import { keepsOf, keepWorths, lattice } from "./lattice.js";
import { tableIn } from "./table.js";

const MOST_PLANNED = 6; // rolls to come in the same turn that are planned for: more change little
const [LEAST_MS, MOST_MS, FIRST_ROLL_MS] = [600, 1600, 700]; // pauses, as games/core/bots/choice.py
const CLOSE = 3; // difference in points at which two choices are no longer close

export function readTable(buffer, rules) {
  return tableIn(buffer, new Rules(rules));
}

/** The values of a card from a table, as a bot likes them: see games/core/bots/utility.py. */
class Known {
  constructor(rules, own, table, level) {
    this.rules = rules;
    this.table = table;
    this.state = table.state(own);
    this.saved = 0;
    this.weight = level?.upper_weight ?? 0;
    this.risk = level?.risk ?? 0;
    this.level = this.weight || this.risk ? table.value(this.state) : 0;
  }

  worth(fill) {
    const { rules, weight, risk } = this;
    const box = rules.index(fill);
    const liked = this.table.worth(this.state, box, fill) - this.level + (box < rules.upperSize ? weight * (fill.points - rules.data.par * (box + 1)) : 0);
    return risk ? (Math.exp(risk * liked) - 1) / risk : liked;
  }
}

let planned = null;

/** Return what each full roll is worth at the end of the turn. The choices of one turn have the same. */
function endsOfTurn(rules, own, values, key) {
  if (planned?.rules === rules && planned.key === key && planned.table === values.table) return planned.ends;
  const { sets, first } = lattice(rules.data.sheet.dice, rules.data.sheet.faces);
  const ends = sets.slice(first).map((dice) => Math.max(...rules.fills(own, dice).map((fill) => values.worth(fill))));
  planned = { rules, key, table: values.table, ends };
  return ends;
}

export function ranked(game, { table = null, level = null }) {
  const { seat, dice, rolls, left, fills } = turnNow(game);
  if (!dice) return [{ keep: [], fill: null, value: 0 }];
  const rules = rulesOf(game);
  const own = card(game, seat);
  const values = table ? new Known(rules, own, table, level) : new Guess(rules, own);
  const ahead = Math.min(left, MOST_PLANNED);
  const choices = fills.map((fill) => ({ keep: null, fill, value: values.worth(fill, rolls.length) + ahead * values.saved }));
  if (ahead) {
    const sets = lattice(dice.length, rules.data.sheet.faces);
    const key = [own.entries, own.bonuses, level?.id].join("/");
    const worths = keepWorths(sets, endsOfTurn(rules, own, values, key), ahead, values.saved);
    choices.push(...keepsOf(sets, dice).map((at) => ({ keep: sets.sets[at], fill: null, value: worths[at] })));
  }
  const rounded = ({ value }) => Math.round(value * 1e9);
  return choices.sort((a, b) => rounded(b) - rounded(a));
}

/** Return a choice: one that is d points worse than the best is exp(-d / temperature) times as likely. */
function sampled(choices, temperature, draw) {
  const weights = choices.map(({ value }) => Math.exp((value - choices[0].value) / temperature));
  let left = draw * weights.reduce((sum, weight) => sum + weight, 0);
  return choices.find((_, at) => (left -= weights[at]) < 0) ?? choices[0];
}

/** Return how long a bot waits: longer if two choices are close, as a person does. */
function pauseOf(choices, draw) {
  const jitter = (draw * 997) % 1;
  if (choices.length < 2) return Math.round(FIRST_ROLL_MS + 200 * jitter);
  const gap = Math.max(0, choices[0].value - choices[1].value);
  const doubt = 1 / (1 + (gap / CLOSE) ** 2);
  return Math.round(LEAST_MS + (MOST_MS - LEAST_MS) * (0.25 + 0.75 * doubt) * (0.5 + 0.5 * jitter));
}

export function chooseMove(game, { table = null, level = null, draw }) {
  const choices = ranked(game, { table, level });
  const { keep, fill } = level?.temperature ? sampled(choices, level.temperature, draw) : choices[0];
  const { dice } = turnNow(game);
  return {
    hold: keep && positionsOf(keep, dice ?? [], []),
    box: fill && { column: fill.column, category: fill.category },
    pause: pauseOf(choices, draw),
  };
}
