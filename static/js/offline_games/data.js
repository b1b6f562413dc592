// What the server wrote into the page, and what it sends of a game: rules, bots and the values that bots play by. Without a
// network the service worker has it, if it was taken along.

import { addressOf } from "../real_dice/addresses.js";
import { readTable } from "./bot.js";
import { knownGames } from "./known.js";

export const shown = JSON.parse(document.getElementById("offline-games-data").textContent);

/** The games that can be played. */
export const games = knownGames(shown.games);

const tables = new Map(); // address of values -> table, or null if it did not come or cannot be used

async function answered(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
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

/** Return the table of values for the bots of a game, or null if there is none here now. */
export async function loadTable(rules, values) {
  if (!values) return null;
  const { address } = values;
  if (!tables.has(address)) tables.set(address, await tableAt(address, rules));
  return tables.get(address);
}

async function tableAt(address, rules) {
  try {
    const { table = null, refused } = readTable(await (await answered(address)).arrayBuffer(), rules);
    if (refused) console.error(`${address}: ${refused}`);
    return table;
  } catch (error) {
    console.error(error);
    return null;
  }
}

// What did not come may come with the next connection; until then nobody asks for it again.
addEventListener("online", () => {
  for (const [address, table] of tables) if (table === null) tables.delete(address);
});
