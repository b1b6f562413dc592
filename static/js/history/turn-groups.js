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
