// What to do on a page whose player is no longer signed in.

import { gettext, interpolate } from "../language/language.js";
import { html } from "./html.js";

function SignedOut({ here }) {
  const way = `/sign-in/?next=${encodeURIComponent(location.pathname)}`;
  return html`<p>${here ? gettext("You signed out in another tab.") : gettext("You were signed out, perhaps on another device.")} ${gettext("Sign in to go on here.")}</p><a class="button small" href=${way}>${gettext("Sign in")}</a>`;
}

function Another({ name }) {
  const words = interpolate(gettext("You are %(name)s here now."), { name });
  return html`<p>${words} ${gettext("This page is still the one from before.")}</p><button type="button" class="button small" onClick=${() => location.reload()}>${interpolate(gettext("Go on as %(name)s"), { name })}</button>`;
}

/** `change`: see net/person.js. */
export function VisitorNote({ change }) {
  return html`<div class="notice warn no-connection visitor" role="alert">${change.player === null ? html`<${SignedOut} here=${change.here} />` : html`<${Another} name=${change.name} />`}</div>`;
}
