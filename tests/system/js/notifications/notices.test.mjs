import assert from "node:assert/strict";
import test from "node:test";

let count = 0;

/** Whether a browser is told. `items`: what it has stored; `settings`: those of its player. */
async function areNoticesOn({ permission = "granted", items = {}, settings = {}, blocked = false }) {
  const getItem = (key) => {
    if (blocked) throw new Error("storage is disabled");
    return items[key] ?? null;
  };
  const dataset = { player: "7", settings: JSON.stringify(settings) };
  const globals = { Notification: { permission }, localStorage: { getItem }, document: { documentElement: { dataset } }, navigator: {} };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
  count += 1;
  const notices = await import(`../../../../static/js/notifications/notices.js?${count}`);
  return notices.areNoticesOn();
}

for (const [name, browser, expected] of [
  ["the player turned them on", { items: { notices: "on" } }, true],
  ["the player turned them off", { items: { notices: "off", "push-player": "7" }, settings: { notifications: true } }, false],
  ["the browser blocks them since", { permission: "denied", items: { notices: "on" } }, false],
  ["nobody was asked", {}, false],
  ["it was subscribed before there was one switch", { items: { "push-player": "7" } }, true],
  ["it was subscribed for another player", { items: { "push-player": "8" } }, false],
  ["the player had the earlier setting", { settings: { notifications: true } }, true],
  ["storage is disabled", { blocked: true }, false],
]) {
  test(`a device ${expected ? "tells" : "does not tell"} its player if ${name}`, async () => {
    assert.equal(await areNoticesOn(browser), expected);
  });
}
