// The featured table: a real game as its spectators see it, but smaller.

import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { page, roomAddress } from "../net/page-data.js";
import { motion } from "../settings/settings.js";
import { Emblem } from "../ui/bots.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { clear, table, watch } from "../watching/channel.js";
import { TvDice } from "../watching/dice.js";
import { momentDice, momentWords } from "../watching/moment.js";
import { sitsAt } from "./rows.js";
import { lobby, you } from "./state.js";
import { TvCard } from "./tv-card.js";
import { throwWhileIdle } from "./tv-idle.js";

const LINGER_MS = 7000; // how long the end of a game is shown before the next one
const COUNT_MS = 600;
const HIDDEN_MS = 20_000; // a page that nobody sees leaves the table after this long

/** A number that counts up to its new value. */
function Total({ value }) {
  const place = useRef(null);
  const [first] = useState(value);
  const shown = useRef(value);
  useEffect(() => {
    const from = shown.current;
    shown.current = value;
    const span = place.current;
    if (from === value || motion.value === "none") {
      span.textContent = value;
      return undefined;
    }
    const began = performance.now();
    let frame = 0;
    const step = (now) => {
      const part = Math.min(1, (now - began) / COUNT_MS);
      span.textContent = Math.round(from + (value - from) * part);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return html`<span class="tv-total number" ref=${place}>${first}</span>`;
}

function Seat({ seat, acting, guest, best }) {
  const classes = ["tv-seat", acting && "acting", best && "best", seat.out && "out"];
  return html`
    <li class=${classes.filter(Boolean).join(" ")}>
      <${Emblem} seat=${seat.seat} persona=${seat.persona} />
      <span class="tv-name">${named(seat.name)}<${GuestMark} guest=${guest} short /></span>
      <${Total} value=${seat.card.total} />
    </li>
  `;
}

function Seats({ view, room }) {
  const guests = new Set(room.seats.filter((seat) => seat.guest).map((seat) => seat.player));
  const most = Math.max(...view.seats.map((seat) => seat.card.total));
  return html`
    <ul class="tv-seats" data-seats=${view.seats.length}>
      ${view.seats.map(
        (seat) => html`<${Seat}
          key=${seat.seat}
          seat=${seat}
          acting=${view.acting.includes(seat.seat)}
          best=${most > 0 && seat.card.total === most}
          guest=${guests.has(seat.player)}
        />`,
      )}
    </ul>
  `;
}

function Head({ shown, demo }) {
  const { view, room, presence: { watching } } = shown;
  const { round, rounds } = view;
  const game = interpolate(gettext("%(variant)s · round %(round)s of %(rounds)s"), { variant: gettext(room.variant.name), round, rounds });
  return html`
    <header class="tv-head">
      <span class=${demo ? "badge" : "badge live"}>${!demo && html`<span class="here-dot" aria-hidden="true"></span>`}${demo ? gettext("Demonstration") : gettext("Live")}</span>
      <span class="tv-game">${game}</span>
      ${watching > 1 && html`<span class="tv-watching" title=${gettext("watching")}><${Icon} name="eye" />${watching}</span>`}
      <a class="tv-watch" href=${roomAddress(shown.code)}>${gettext("Watch")}<${Icon} name="arrow" /></a>
    </header>
  `;
}

function Screen() {
  const shown = table.value;
  const { view, room } = shown;
  return html`
    <div class="tv-screen">
      <${Head} shown=${shown} demo=${Boolean(lobby.value?.featured?.demo)} />
      <${Seats} view=${view} room=${room} />
      <div class="tv-felt">
        <${TvDice} ...${momentDice(shown)} count=${room.sheet.dice} />
        <p class="tv-words">${momentWords(shown, named)}</p>
      </div>
      <${TvCard} sheet=${room.sheet} view=${view} />
    </div>
  `;
}

const ready = computed(() => Boolean(table.value?.view));

function Tv() {
  return ready.value ? html`<${Screen} />` : null;
}

const onScreen = signal(false);
const pageSeen = signal(document.visibilityState === "visible");

/** The room to watch now: the featured one, unless I play there or nobody could see it. */
const wanted = computed(() => {
  const { featured, rows } = lobby.value ?? {};
  if (!featured || !onScreen.value || !pageSeen.value) return null;
  return sitsAt(rows, featured.code, you.value.player) ? null : featured.code;
});

function watchRoom(code) {
  watch(code, code === null ? "" : page.roomSocket.replace("CODE", code));
}

function follow() {
  let timer = 0;
  effect(() => {
    const code = wanted.value;
    clearTimeout(timer);
    const shown = table.peek();
    const finished = shown?.view?.status === "finished";
    const change = () => (code === null && !lobby.peek()?.featured ? clear() : watchRoom(code));
    if (finished && code !== shown.code) timer = setTimeout(change, LINGER_MS);
    else change();
  });
}

function noticeVisibility(place) {
  new IntersectionObserver(([entry]) => {
    onScreen.value = entry.isIntersecting;
  }).observe(place);
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") pageSeen.value = true;
    else timer = setTimeout(() => (pageSeen.value = false), HIDDEN_MS);
  });
}

/** Show the featured table in `place`. Without one, the server's content stays there. */
export function show(place) {
  render(html`<${Tv} />`, place.querySelector("#tv-live"));
  const idle = place.querySelector(".tv-idle");
  effect(() => {
    idle.hidden = ready.value;
  });
  throwWhileIdle(idle, () => !ready.value && onScreen.value);
  noticeVisibility(place);
  follow();
}
