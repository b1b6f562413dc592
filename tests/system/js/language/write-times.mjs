// Writes the times of a JSON text on standard input, [[ISO, style, now]], in the zone TZ and the language of the first
// argument, as a JSON list.

import { readFileSync } from "node:fs";

const [language] = process.argv.slice(2);
globalThis.document = { documentElement: { lang: language } };
if (language === "de") globalThis.translations = { texts: { "%(day)s at %(time)s": "%(day)s um %(time)s" } };
const { timeText } = await import("../../../../static/js/language/times.js");

const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([at, style, now]) => timeText(at, style, now === undefined ? undefined : Date.parse(now)))));
