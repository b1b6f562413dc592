// Why a page has had no connection so far: see `status` in net/connection.js.

import { gettext } from "../language/language.js";

const WORDS = {
  offline: gettext("You are offline."),
  away: gettext("Yacht isn’t answering."),
  blocked: gettext("This network seems to block the live connection."),
};

/** Return why in a sentence, "" without trouble. `link`: the state of the connection. */
export function troubleWords(link) {
  return WORDS[link.trouble] ?? "";
}
