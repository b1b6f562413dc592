// Which lines of the chat have been read.

import { computed, signal } from "@preact/signals";

import { chat, you } from "../state/state.js";

const readUpTo = signal(0);

/** The id of the last line. */
export const newest = computed(() => chat.value.at(-1)?.id ?? 0);

/** The number of other people's lines since the chat was last open. */
export const unread = computed(
  () => chat.value.filter((line) => line.id > readUpTo.value && line.player !== you.value.player).length,
);

/** Mark all lines as read. */
export function markChatRead() {
  readUpTo.value = newest.value;
}
