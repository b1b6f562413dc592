// Where the server has what belongs to rules. A pattern has RULES in the place of their id. Pure.

/** Return the address under which data of a game are taken along, too: without switches it has no question mark. */
export function addressOf(pattern, id, switches) {
  const query = new URLSearchParams(switches);
  return pattern.replace("RULES", encodeURIComponent(id)) + (query.size ? `?${query}` : "");
}

/** Return what a scorecard asks for lessons of its boxes: {switches, boxes}. `pattern`: of their address. */
export function lessons({ id, switches }, pattern) {
  return { switches: () => Object.entries(switches).map(([name, value]) => ({ id: name, value })), boxes: () => addressOf(pattern, id, {}) };
}
