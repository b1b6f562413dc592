// Loads the code that follows who is signed in, when a page has settled.

const LATER_MS = 4000;

/** `who` and `ask`: see visitor.js. */
export function watchVisitorLater(who, ask) {
  const start = () => import("./visitor.js").then(({ watchVisitor }) => watchVisitor(who, ask));
  // Without a connection nobody acts here; the next page tries again.
  setTimeout(() => start().catch(() => {}), LATER_MS);
}
