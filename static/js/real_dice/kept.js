// The page of a game that an account keeps.

import { render } from "preact";

import { gettext, pair } from "../language/language.js";
import { timeText } from "../language/times.js";
import { html } from "../ui/html.js";
import { ShareButton } from "../ui/share-button.js";
import { Finished, winnerWords } from "./finished.js";

const shown = JSON.parse(document.getElementById("real-dice-data").textContent);
const { card, rules, verdict, totals, places, over, link } = shown;
const game = { id: "kept", over, rules, names: card.names, turns: card.turns, bots: shown.bots };
const dice = shown.offline ? gettext("dice of a browser") : gettext("real dice");
const title = winnerWords(card.names, totals, places);

render(
  html`
<${Finished}
      game=${game}
      dice=${dice}
      totals=${totals}
      place=${places}
      when=${timeText(over, "short")}
      verdict=${verdict}
      boxes=${shown.boxes}
      actions=${html`<${ShareButton} text=${pair(`${rules.name}, ${dice}`, title)} link=${link} />`}
    />
  `,
  document.getElementById("real-dice"),
);
