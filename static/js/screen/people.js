// Learns the pictures of the people at a table, and who is a guest.

import { effect, untracked } from "@preact/signals";

import { learnAvatars } from "../ui/avatar.js";
import { noteGuests, setAmongFriends } from "../ui/guest-mark.js";
import { table } from "../watching/channel.js";

/** Follow who sits at the table. */
export function learnPeople() {
  let known = null;
  effect(() => {
    const { room } = table.value || {};
    if (!room || room === known) return;
    known = room;
    untracked(() => {
      learnAvatars(room.seats);
      noteGuests(room.seats);
      setAmongFriends(!room.public && !room.talk && !room.tournament);
    });
  });
}
