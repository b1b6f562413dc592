// The dice of a table for people who do not play: flat, with a throw that ends on their values. They are thrown only
// once the values are known, and keep their order.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { motion } from "../settings/settings.js";
import { html } from "../ui/html.js";
import { reading } from "../ui/reading.js";
import { fresh } from "./channel.js";

const MOST_PIPS = 6;
const THROW_MS = { full: 720, short: 360 };
const STAGGER_MS = 55;
// A resting angle and offset for each place, in degrees and hundredths of a die.
const REST = [
  { turn: -7, x: 2, y: 6 },
  { turn: 5, x: -3, y: -7 },
  { turn: -3, x: 1, y: 5 },
  { turn: 8, x: 3, y: -4 },
  { turn: -6, x: -2, y: 7 },
  { turn: 4, x: 0, y: -5 },
];

function restOf(position, held) {
  const { turn, x, y } = REST[position % REST.length];
  return held ? "translate(0, 22%) rotate(0deg)" : `translate(${x}%, ${y}%) rotate(${turn}deg)`;
}

/** The movement of one die from the edge of the seat that throws to its place. */
function pathTo(position, held, side) {
  const rest = restOf(position, held);
  const far = `translate(${side * (420 + position * 30)}%, 150%) rotate(${side * (-520 - position * 70)}deg) scale(1.5)`;
  const high = `translate(${side * 60}%, -46%) rotate(${side * (-120 - position * 20)}deg) scale(1.22)`;
  const low = `translate(${side * 14}%, 10%) rotate(${side * -34}deg) scale(0.97)`;
  const hop = `translate(${side * 4}%, -14%) rotate(${side * -10}deg) scale(1.05)`;
  return [
    { transform: far, opacity: 0 },
    { transform: high, opacity: 1, offset: 0.42, easing: "cubic-bezier(0.4, 0, 0.9, 0.6)" },
    { transform: low, offset: 0.64, easing: "cubic-bezier(0.1, 0.5, 0.4, 1)" },
    { transform: hop, offset: 0.8, easing: "cubic-bezier(0.5, 0, 0.8, 0.6)" },
    { transform: rest, opacity: 1 },
  ];
}

/** Throw the dice of a seat that are not held; they show their faces already. */
export function throwDice(place, { seat, data }) {
  const duration = THROW_MS[motion.value];
  if (!duration) return;
  const side = seat % 2 === 0 ? -1 : 1;
  [...place.children].forEach((die, position) => {
    if (data.hold.includes(position)) return;
    const order = side < 0 ? place.children.length - position : position;
    die.animate(pathTo(position, false, side * reading()), {
      duration,
      delay: order * STAGGER_MS,
      easing: "cubic-bezier(0.2, 0.6, 0.5, 1)",
      fill: "backwards",
    });
  });
}

function Die({ face, position, held }) {
  const place = useRef(null);
  useEffect(() => {
    place.current.style.transform = restOf(position, held);
  }, [held]);
  const shown = face > MOST_PIPS ? html`<b>${face}</b>` : Array.from({ length: MOST_PIPS }, () => html`<i></i>`);
  return html`<span class=${held ? "tv-die held" : "tv-die"} data-face=${face ?? "none"} ref=${place}>${shown}</span>`;
}

/** `dice`: faces, or null before the first roll; `held`: positions on the rail; `count`: the number of dice. */
export function TvDice({ dice, held, count, stale }) {
  const place = useRef(null);
  useEffect(
    () =>
      effect(() => {
        const rolled = fresh.value.filter((event) => event.type === "dice.rolled").pop();
        // After the faces of this event are drawn.
        if (rolled) requestAnimationFrame(() => place.current && throwDice(place.current, rolled));
      }),
    [],
  );
  const faces = dice ?? Array(count).fill(null);
  const label = dice ? interpolate(gettext("Dice: %(dice)s"), { dice: dice.join(", ") }) : gettext("No roll yet");
  return html`
    <p class=${stale ? "tv-dice stale" : "tv-dice"} role="img" aria-label=${label} ref=${place}>
      ${faces.map((face, position) => html`<${Die} key=${position} face=${face} position=${position} held=${held.includes(position)} />`)}
    </p>
  `;
}
