// A log, turn by turn. Pure.

/** Return the events gathered by turn: [{seat, turn, events}], with those between turns alone. */
export function byTurn(events) {
  const groups = [];
  for (const event of events) {
    const turn = event.data.turn ?? null;
    const last = groups.at(-1);
    if (turn !== null && last?.seat === event.seat && last.turn === turn) last.events.push(event);
    else groups.push({ seat: event.seat, turn, events: [event] });
  }
  return groups;
}
