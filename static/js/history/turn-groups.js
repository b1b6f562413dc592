// Groups the events of a log by turn. Pure.

/** Return the events by turn: [{seat, turn, events}]; an event outside a turn is a group of its own. */
export function groupByTurn(events) {
  const groups = [];
  for (const event of events) {
    const turn = event.data.turn ?? null;
    const last = groups.at(-1);
    if (turn !== null && last?.seat === event.seat && last.turn === turn) last.events.push(event);
    else groups.push({ seat: event.seat, turn, events: [event] });
  }
  return groups;
}

/**
 * Return the events of a game in rounds by turn. The seats played at the same time, so turns come in the order of their
 * ends.
 */
export function groupByTurnInRounds(events) {
  const groups = new Map();
  for (const event of events) {
    const turn = event.data.turn ?? null;
    const key = turn === null ? `event ${event.seq}` : `${event.seat}/${turn}`;
    if (!groups.has(key)) groups.set(key, { seat: event.seat, turn, events: [] });
    groups.get(key).events.push(event);
  }
  return [...groups.values()].sort((a, b) => a.events.at(-1).seq - b.events.at(-1).seq);
}
