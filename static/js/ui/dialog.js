// A modal dialog, open while it is mounted. Esc and a click on the backdrop close it. The focus returns
// to where it was.

import { useLayoutEffect, useRef } from "preact/hooks";

import { gettext } from "../language/language.js";
import { html } from "./html.js";
import { Icon } from "./icon.js";

export function Dialog({ title, onClose, children, name = "" }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      // If the dialog is removed without being closed, the browser does not return the focus by itself.
      if (dialog.open && opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  // The event comes a moment after the dialog has closed. It must not close another one that was opened meanwhile.
  const onClosed = () => box.current && onClose();
  const closeOnBackdrop = (event) => event.target === box.current && box.current.close();
  return html`
    <dialog
      ref=${box}
      class=${`dialog ${name}`}
      aria-labelledby="dialog-title"
      onClose=${onClosed}
      onClick=${closeOnBackdrop}
    >
      <div class="dialog-head">
        <h2 class="dialog-title" id="dialog-title">${title}</h2>
        <button type="button" class="icon-button" aria-label=${gettext("Close")} onClick=${() => box.current.close()}>
          <${Icon} name="close" />
        </button>
      </div>
      ${children}
    </dialog>
  `;
}
