// What the server wrote into the page, and what it sends of a game: rules, bots and the values that bots play by. Without a
// network the service worker has it, if it was taken along.

import { readTable } from "./bot.js";
import { knownGames } from "./known.js";

export const shown = JSON.parse(document.getElementById("offline-games-data").textContent);

/** The games that can be played. */
export const games = knownGames(shown.games);

const tables = new Map(); // address of values -> table

async function answered(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

function addressOf(pattern, id, switches) {
  const query = new URLSearchParams(switches);
  return pattern.replace("RULES", encodeURIComponent(id)) + (query.size ? `?${query}` : "");
}

/** Return {rules, values, bots}. Throws if neither the server nor this device has it. */
export async function loadGame(id, switches) {
  const [rules, bots] = await Promise.all([shown.rules, shown.bots].map((pattern) => answered(addressOf(pattern, id, switches))));
  return { rules: await rules.json(), ...(await bots.json()) };
}

/** Return the addresses of what `loadGame` gets of a game with its usual switches. */
export function dataOf(id) {
  return [shown.rules, shown.bots].map((pattern) => addressOf(pattern, id, {}));
}

/** Return the table of values for the bots of a game, or null if there is none. */
export async function loadTable(rules, values) {
  if (!values) return null;
  if (!tables.has(values.address)) {
    const { table = null } = readTable(await (await answered(values.address)).arrayBuffer(), rules);
    tables.set(values.address, table);
  }
  return tables.get(values.address);
}
