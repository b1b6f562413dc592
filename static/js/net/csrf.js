// The token that Django wants with each POST.

/** Return the CSRF token of the page's cookie; "" without one. */
export function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}
