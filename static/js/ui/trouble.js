// Why a page has had no connection so far: see `status` in net/connection.js.

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";

const WORDS = {
  offline: gettext("You are offline."),
  away: interpolate(gettext("%(site)s isn’t answering."), { site: siteName }),
  blocked: gettext("This network seems to block the live connection."),
};

/** Return why in a sentence, "" without trouble. `link`: the state of the connection. */
export function troubleWords(link) {
  return WORDS[link.trouble] ?? "";
}
