// Shares a picture of the result: with the device's share sheet where there is one, else as a file.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { drawPicture } from "./picture.js";

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Share a file, or save it where nothing takes files. */
async function shareFile(blob, name, text) {
  const file = new File([blob], name, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) return save(blob, name);
  try {
    await navigator.share({ files: [file], text });
  } catch (error) {
    if (error.name !== "AbortError") save(blob, name);
  }
}

/** `content`: {game, dice, names, totals, place, title, said}. */
export function PictureButton({ content }) {
  const [problem, setProblem] = useState("");
  const press = async () => {
    const { names, totals, place, title, said, game, dice } = content;
    const rows = names.map((name, seat) => ({ place: place[seat], name, total: totals[seat] })).sort((a, b) => a.place - b.place);
    await document.fonts.ready;
    const canvas = drawPicture({ game, title, said, rows, note: `${location.host} · ${dice}` });
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (blob === null) return setProblem(gettext("This browser cannot draw the picture."));
    return shareFile(blob, "yacht-real-dice.png", title);
  };
  return html`
    <button type="button" class="button secondary" onClick=${press}><${Icon} name="share" />${gettext("Share a picture")}</button>
    ${problem && html`<span role="alert">${problem}</span>`}
  `;
}
