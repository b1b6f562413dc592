// What a scorecard shows, as signals: a part is drawn again only when it looks different. So a move changes a few boxes
// instead of the whole card.

import { computed } from "@preact/signals";

import { sameBox } from "./choice.js";

const OPEN = Object.freeze({ kind: "open" });

function isSame(a, b) {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** A signal of an object, which stays the same as long as its fields do. */
function steady(compute) {
  let known = OPEN;
  return computed(() => {
    const next = compute();
    if (!isSame(known, next)) known = next;
    return known;
  });
}

/** Return the categories of the upper section: the first counts ones, the second twos, ... */
export function upperIds(sheet) {
  return sheet.sections.find(({ id }) => id === "upper").categories.map(({ id }) => id);
}

export class Card {
  #made = new Map(); // signals by name and place

  /**
   * What stays: `sheet`; `first`: the seat whose column comes first; `count`: of seats; `onPick(option, byKey)`; `onProblem(words)`;
   * `switches()`: chosen rules, [{id, value}]. `boxes()`: the address of their lessons. `written`: if filled boxes are
   * buttons, {look(seat, box), onPick(seat, box)}; a look is {isChanged, before, action}.
   * Signals: `view`; `mine`: my seat or null; `shown`: seats to show on a narrow screen; `options`: Map "column/category" -> option of the acting
   * seat; `mayPick`: whether boxes are buttons; `mayScore`; `chosen`, `pending` and `hinted`: boxes or null.
   */
  constructor(facts) {
    Object.assign(this, facts);
    /** All seats in the order of their columns. */
    this.seats = Array.from({ length: this.count }, (_, index) => (this.first + index) % this.count);
    this.acting = computed(() => this.view.value?.acting[0]);
    this.hasExtra = computed(() => this.seats.some((seat) => this.#columns(seat).some((each) => each.bonus > 0)));
    this.disabled = computed(() => (this.mayScore.value ? undefined : "true"));
  }

  #signal(key, make) {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key);
  }

  // Boxes of a game that is over are asked once more before they go.
  #columns(seat) {
    return this.view.value?.seats[seat]?.card.columns ?? [];
  }

  /** What is in a column of a seat besides the boxes, such as "total": a signal of a number. */
  sum(seat, column, name) {
    return this.#signal(`sum/${seat}/${column}/${name}`, () => computed(() => this.#columns(seat)[column]?.[name] ?? 0));
  }

  /** The total of a seat: a signal of a number. */
  total(seat) {
    return this.#signal(`total/${seat}`, () => computed(() => this.view.value?.seats[seat]?.card.total ?? 0));
  }

  /** The way to the bonus in a column: a signal of {upper, won, par, begun}. */
  bonus(seat, column) {
    return this.#signal(`bonus/${seat}/${column}`, () =>
      steady(() => {
        const { upper = 0, upper_bonus: won = 0, par = 0, boxes = {} } = this.#columns(seat)[column] ?? {};
        return { upper, won, par, begun: upperIds(this.sheet).some((id) => id in boxes) };
      }),
    );
  }

  /** Who sits there: a signal of {name, persona, player}. */
  person(seat) {
    return this.#signal(`person/${seat}`, () =>
      steady(() => {
        const { name, persona, player } = this.view.value?.seats[seat] ?? {};
        return { name, persona, player };
      }),
    );
  }

  /** The classes of a cell: a signal of a text. */
  classes(seat, isFirst) {
    return this.#signal(`classes/${seat}/${isFirst}`, () =>
      computed(() => {
        const names = ["seat-column", seat === this.mine.value && "mine", isFirst && "first-column"];
        if (this.view.value?.acting.includes(seat)) names.push("acting");
        if (this.view.value?.seats[seat]?.out) names.push("out");
        if (this.shown.value.includes(seat)) names.push("shown");
        return names.filter(Boolean).join(" ");
      }),
    );
  }

  /** What a box shows: a signal of {kind, ...}, where `kind` is "open", "offer", "writing" or "written". */
  box(seat, column, category) {
    return this.#signal(`${seat}/${column}/${category}`, () => steady(() => this.#look(seat, { column, category })));
  }

  #look(seat, here) {
    const points = this.#columns(seat)[here.column]?.boxes[here.category];
    const { acting = [], last } = this.view.value ?? {};
    if (points !== undefined) return { kind: "written", points, newest: last?.seat === seat && sameBox(last, here) };
    if (!acting.includes(seat)) return OPEN;
    const pending = this.pending.value;
    if (sameBox(pending, here)) return { kind: "writing", points: pending.points };
    const option = this.option(here);
    if (!option) return OPEN;
    const { points: worth, bonus, joker } = option;
    const [chosen, hinted] = [sameBox(this.chosen.value, here), sameBox(this.hinted.value, here)];
    return { kind: "offer", points: worth, bonus, joker, chosen, hinted, isButton: this.mayPick.value };
  }

  /** The acting seat's option for a box, or undefined. */
  option({ column, category }) {
    return this.options.value.get(`${column}/${category}`);
  }
}
