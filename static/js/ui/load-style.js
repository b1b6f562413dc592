// Style sheets that a page needs only later.

/** Load the style sheet at `address`; return a promise. */
export function loadStyle(address) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const done = new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`no style sheet at ${address}`));
    };
  });
  document.head.append(link);
  return done;
}

/** Return a promise of what `code`, the promise of a module, brings, once the style sheets of its part are there, too. */
export async function withStyles(code, ...addresses) {
  return (await Promise.all([code, ...addresses.map(loadStyle)]))[0];
}
