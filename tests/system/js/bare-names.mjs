// Lets Node import the vendored modules by their bare names, as the import map does for browsers. Import this first.

import { register } from "node:module";

const NAMES = { preact: "preact", "preact/hooks": "preact-hooks", "@preact/signals": "signals", "@preact/signals-core": "signals-core" };
const vendor = new URL("../../../static/vendor/", import.meta.url);
const addresses = Object.fromEntries(Object.entries(NAMES).map(([name, file]) => [name, new URL(`${file}.mjs`, vendor).href]));
const hook = `const known = ${JSON.stringify(addresses)};
export const resolve = (name, context, next) => known[name] ? { url: known[name], shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
