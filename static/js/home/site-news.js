// What has happened lately in public games, and who is online.

import { gettext, interpolate, listed, ngettext, parts } from "../language/language.js";
import { gameAddress, profileAddress } from "../net/page-data.js";
import { useServerTime } from "../net/server-time.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { agoWords } from "./ago.js";
import { lobby } from "./state.js";

const PIPS = Array(6).fill(null);

function Person({ person }) {
  return html`<strong>${person.name}</strong><${GuestMark} guest=${person.guest} short />`;
}

function Won({ item }) {
  const points = html`<strong class="number">${item.points}</strong>`;
  const player = html`<${Person} person=${item.player} />`;
  return parts(gettext("%(player)s beat %(others)s with %(points)s"), { player, others: listed(item.others), points });
}

function Box({ item }) {
  const player = html`<${Person} person=${item.player} />`;
  return parts(gettext("%(player)s rolled a %(box)s"), { player, box: html`<strong>${gettext(item.box)}</strong>` });
}

function Sign({ kind }) {
  if (kind === "won") return html`<span class="news-sign won"><${Icon} name="crown" /></span>`;
  return html`<span class="news-sign"><span class="tv-die" data-face="6">${PIPS.map(() => html`<i></i>`)}</span></span>`;
}

function Item({ item, now }) {
  return html`
    <li>
      <a class="news" href=${gameAddress(item.game)}>
        <${Sign} kind=${item.kind} />
        <span class="news-text">
          <span>${item.kind === "won" ? html`<${Won} item=${item} />` : html`<${Box} item=${item} />`}</span>
          <span class="news-meta">${gettext(item.variant)} · ${agoWords(now - item.at)}</span>
        </span>
      </a>
    </li>
  `;
}

function News({ news }) {
  const now = useServerTime();
  return html`
    <section class="panel" aria-labelledby="news-title">
      <h2 class="panel-title" id="news-title">${gettext("Just happened")}</h2>
      <ul class="news-list">${news.map((item) => html`<${Item} key=${`${item.game} ${item.kind} ${item.player.player}`} item=${item} now=${now} />`)}</ul>
    </section>
  `;
}

function onlineWords(online) {
  return interpolate(ngettext("%(count)s player online", "%(count)s players online", online), { count: online });
}

function People({ online, people }) {
  return html`
    <section class="panel" aria-labelledby="online-title">
      <h2 class="panel-title online-title" id="online-title"><span class="here-dot" aria-hidden="true"></span>${onlineWords(online)}</h2>
      ${people.length > 0 &&
      html`<ul class="people">${people.map(({ player, name }) => html`<li key=${player}><a class="person" href=${profileAddress(name)}>${name}</a></li>`)}</ul>`}
    </section>
  `;
}

export function SiteNews() {
  const { online, people, news } = lobby.value;
  return html`
    ${online > 0 && html`<${People} online=${online} people=${people} />`}
    ${news.length > 0 && html`<${News} news=${news} />`}
  `;
}
