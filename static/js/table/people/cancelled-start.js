// After a cancelled start: who did not show their seed, and that the others can start again. The event itself is
// announced to screen readers.

import { gettext, interpolate } from "../../language/language.js";
import { sentence } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { seatName } from "../log/announcements.js";
import { log, view } from "../state/state.js";

export function CancelledStart() {
  if (view.value?.status !== "cancelled") return null;
  const event = log.value.findLast((each) => each.type === "game.cancelled");
  if (!event) return null;
  return html`
    <p class="notice warn">
      ${interpolate(gettext("%(sentence)s. No dice were thrown. The next start uses a new secret and new seeds."), {
        sentence: sentence(event, { name: seatName }),
      })}
    </p>
  `;
}
