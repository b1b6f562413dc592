// The rules of a game: what dice score in each box, which boxes may be filled, and totals. Pure. The data are those of
// games/site/study/real_dice/rule_data.py; the joker rule is that of games/core/rules/scorecard.py.

/** Points in a Yahtzee box for which further Yahtzees earn a bonus. */
export const YAHTZEE = 50;

/** Return all different rolls of `count` dice, each ascending, in the order of the data. */
export function allRolls(count, faces) {
  const found = [];
  const grow = (dice) => {
    if (dice.length === count) return found.push(dice);
    for (let face = dice.at(-1) ?? 1; face <= faces; face += 1) grow([...dice, face]);
  };
  grow([]);
  return found;
}

function isAlike(dice) {
  return dice.every((die) => die === dice[0]);
}

/** A scorecard of one player: {entries, bonuses}. An entry is null while its box is open; a bonus belongs to a column. */
export function emptyCard(rules) {
  return { entries: rules.boxes.map(() => null), bonuses: rules.data.sheet.columns.map(() => 0) };
}

export class Rules {
  constructor(data) {
    this.data = data;
    const { sections, columns, dice, faces } = data.sheet;
    this.categories = sections.flatMap(({ id, categories }) => categories.map((each) => ({ ...each, section: id })));
    this.upperSize = sections.find(({ id }) => id === "upper").categories.length;
    /** All boxes in card order, column after column: [{column, category}]. */
    this.boxes = columns.flatMap((_, column) => this.categories.map(({ id }) => ({ column, category: id })));
    this.indexes = new Map(this.boxes.map((box, at) => [`${box.column}/${box.category}`, at]));
    this.rolls = allRolls(dice, faces).map(String);
    this.rollIndexes = new Map(this.rolls.map((text, at) => [text, at]));
  }

  /** The number of the last roll of a turn. */
  get lastRoll() {
    return this.data.sheet.rolls;
  }

  /** Whether it matters that dice came in the first roll of a turn. */
  get countsRolls() {
    return this.data.points.length > 1 || this.data.served_win !== null;
  }

  /** Whether a turn wins the game at once. Nobody can tell from points alone. */
  wins({ kind, category, points, roll }) {
    return kind !== "points" && roll === 1 && points > 0 && category === this.data.served_win;
  }

  index({ column, category }) {
    return this.indexes.get(`${column}/${category}`) ?? -1;
  }

  /** Return {column, category, points, bonus, joker} for each box that these dice may fill, in card order. `roll`: their number in the turn. */
  fills(card, dice, roll = this.lastRoll) {
    const all = this.#candidates(card, dice, roll);
    if (!this.#isJoker(card, dice)) return this.#inOrder(all.map((fill) => this.#afterNeeded(card, fill)));
    if (this.data.joker !== "forced") return all;
    const matching = this.categories[dice[0] - 1].id;
    const upper = all.filter(({ category }) => category === matching);
    const lower = all.filter(({ joker }) => joker);
    return upper.length > 0 ? upper : lower.length > 0 ? lower : all;
  }

  #yahtzees(card) {
    return card.entries.filter((_, at) => this.boxes[at].category === "yahtzee");
  }

  #isJoker(card, dice) {
    const { joker, yahtzee_bonus: bonus } = this.data;
    return isAlike(dice) && (joker !== "none" || bonus > 0) && !this.#yahtzees(card).includes(null);
  }

  #candidates(card, dice, roll) {
    const at = this.rollIndexes.get([...dice].sort((a, b) => a - b).join());
    const table = this.data.tables[Math.min(roll, this.lastRoll) - 1]; // saved rolls score like the last one
    const isJoker = this.#isJoker(card, dice);
    const size = this.categories.length;
    const bonus = isJoker && this.#yahtzees(card).every((entry) => entry === YAHTZEE) ? this.data.yahtzee_bonus : 0;
    const found = []; // a loop: bots score all rolls for each choice
    for (let index = 0; index < this.boxes.length; index += 1) {
      if (card.entries[index] !== null) continue;
      const { column, category } = this.boxes[index];
      const place = index % size;
      const joker = isJoker && this.data.joker !== "none" && place >= this.upperSize && card.entries[column * size + dice[0] - 1] !== null;
      const instead = joker ? this.data.jokers[table][place]?.[dice[0] - 1] : undefined;
      found.push({ column, category, points: instead ?? this.data.points[table][place][at], bonus, joker });
    }
    return found;
  }

  /** Return the fill without points if the box that it needs has none. */
  #afterNeeded(card, fill) {
    const needed = this.data.needs[fill.category];
    return needed && !card.entries[this.index({ column: fill.column, category: needed })] ? { ...fill, points: 0 } : fill;
  }

  #inOrder(fills) {
    const { order } = this.data;
    if (order === "down") return fills.slice(0, 1);
    if (order !== "lower_first") return fills;
    const lower = fills.filter(({ category }) => this.categories.findIndex(({ id }) => id === category) >= this.upperSize);
    return lower.length > 0 ? lower : fills;
  }

  /** Return what any dice may score in an open box now, the fewest points first: [{points, bonus}]. */
  possible(card, { column, category }) {
    const found = new Map();
    for (const text of this.rolls) {
      const dice = text.split(",").map(Number);
      for (let roll = 1; roll <= this.lastRoll; roll += 1) {
        if (roll < this.lastRoll && !this.countsRolls) continue;
        const fill = this.fills(card, dice, roll).find((each) => each.column === column && each.category === category);
        if (fill) found.set(`${fill.points}+${fill.bonus}`, { points: fill.points, bonus: fill.bonus });
      }
    }
    return [...found.values()].sort((a, b) => a.bonus - b.bonus || a.points - b.points);
  }

  /** Return the card with these fills entered. */
  apply(card, ...fills) {
    const [entries, bonuses] = [[...card.entries], [...card.bonuses]];
    for (const fill of fills) {
      entries[this.index(fill)] = fill.points;
      bonuses[fill.column] += fill.bonus;
    }
    return { entries, bonuses };
  }

  /** Return a column as the site's views have it: {boxes, upper, par, upper_bonus, bonus, total}, all in raw points. */
  column(card, column) {
    const size = this.categories.length;
    const entries = card.entries.slice(column * size, (column + 1) * size);
    const sum = (numbers) => numbers.reduce((total, each) => total + (each ?? 0), 0);
    const upper = sum(entries.slice(0, this.upperSize));
    const { at, points } = this.data.sheet.upper_bonus ?? { at: Infinity, points: 0 };
    const upperBonus = upper >= at ? points : 0;
    const expected = entries.slice(0, this.upperSize).map((entry, place) => (entry === null ? 0 : this.data.par * (place + 1)));
    const boxes = Object.fromEntries(this.categories.flatMap(({ id }, place) => (entries[place] === null ? [] : [[id, entries[place]]])));
    return { boxes, upper, par: upper - sum(expected), upper_bonus: upperBonus, bonus: card.bonuses[column], total: sum(entries) + upperBonus + card.bonuses[column] };
  }

  /** Return the points of a card: each column times its multiplier. */
  total(card) {
    return this.data.sheet.columns.reduce((total, times, column) => total + times * this.column(card, column).total, 0);
  }

  /** Return a card as the site's views have it: {columns, total}. */
  view(card) {
    return { columns: card.bonuses.map((_, column) => this.column(card, column)), total: this.total(card) };
  }

  isFull(card) {
    return !card.entries.includes(null);
  }
}
