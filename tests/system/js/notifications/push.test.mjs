import assert from "node:assert/strict";
import test from "node:test";

const KEY = Buffer.from(Array.from({ length: 65 }, (_, at) => at)).toString("base64url");

/** A browser: `player` is signed in; `subscription` is what it has, if any. */
class Browser {
  asked = [];
  items = new Map();

  constructor({ player = "7", subscription = null, permission = "granted", answer = 200 } = {}) {
    this.subscription = subscription;
    const dataset = { pushKey: player ? KEY : undefined, player, subscribe: "/notifications/subscribe", unsubscribe: "/notifications/unsubscribe", worker: "/sw.js" };
    const pushManager = {
      getSubscription: async () => this.subscription,
      subscribe: async (options) => (this.subscription = subscriptionOf("new", options.applicationServerKey, this)),
    };
    const registration = { pushManager };
    const globals = {
      document: { documentElement: { dataset }, cookie: "a=b; csrftoken=t0ken" },
      PushManager: class {},
      Notification: { permission, requestPermission: async () => permission },
      navigator: { serviceWorker: { ready: Promise.resolve(registration), register: async () => registration, getRegistration: async () => registration } },
      localStorage: { getItem: (key) => this.items.get(key) ?? null, setItem: (key, value) => this.items.set(key, String(value)), removeItem: (key) => this.items.delete(key) },
      fetch: async (address, { body, headers }) => {
        this.asked.push([address, Object.fromEntries(body), headers["X-CSRFToken"]]);
        return { ok: answer === 200, status: answer, json: async () => ({ told: "We’ll tell you." }) };
      },
    };
    for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}

function subscriptionOf(endpoint, key, browser) {
  return {
    endpoint,
    options: { applicationServerKey: key.buffer ?? key },
    toJSON: () => ({ endpoint }),
    unsubscribe: async () => ((browser.subscription = null), true),
  };
}

let count = 0;

/** The module, as a page of this browser loads it. */
function load() {
  count += 1;
  return import(`../../../../static/js/notifications/push.js?${count}`);
}

async function subscribedBrowser(options) {
  const browser = new Browser(options);
  browser.subscription = subscriptionOf("old", Uint8Array.from(Buffer.from(KEY, "base64url")), browser);
  browser.items.set("push-player", "7");
  browser.items.set("push-told", String(Date.now()));
  return browser;
}

test("it subscribes with the site's key, and tells the server", async () => {
  const browser = new Browser();
  const push = await load();
  assert.equal(await push.isSubscribed(), false);
  assert.equal(await push.subscribe(), "We’ll tell you.");
  assert.deepEqual(browser.asked, [["/notifications/subscribe", { subscription: '{"endpoint":"new"}' }, "t0ken"]]);
  assert.equal(await push.isSubscribed(), true);
});

test("it says that it did not work if the player, or the server, says no", async () => {
  new Browser({ permission: "denied" });
  assert.equal(await (await load()).subscribe(), null);
  new Browser({ answer: 429 });
  const push = await load();
  assert.equal(await push.subscribe(), null);
  assert.equal(await push.isSubscribed(), false);
});

test("it does nothing about a subscription that is right", async () => {
  const browser = await subscribedBrowser();
  await (await load()).followPlayer();
  assert.deepEqual(browser.asked, []);
  assert.equal(browser.subscription.endpoint, "old");
});

test("it tells the server again after an hour, which may have forgotten the browser", async () => {
  const browser = await subscribedBrowser();
  browser.items.set("push-told", String(Date.now() - 3_600_001));
  const push = await load();
  await push.followPlayer();
  await push.followPlayer();
  assert.deepEqual(browser.asked, [["/notifications/subscribe", { subscription: '{"endpoint":"old"}' }, "t0ken"]]);
});

test("it ends the subscription when nobody is signed in", async () => {
  const browser = await subscribedBrowser({ player: "" });
  await (await load()).followPlayer();
  assert.equal(browser.subscription, null);
  assert.deepEqual(browser.asked, []);
});

test("it tells the server that another player is signed in", async () => {
  const browser = await subscribedBrowser({ player: "8" });
  await (await load()).followPlayer();
  assert.deepEqual(browser.asked.map(([address]) => address), ["/notifications/subscribe"]);
  assert.equal(browser.items.get("push-player"), "8");
});

test("it subscribes again when the site has another key", async () => {
  const browser = await subscribedBrowser();
  browser.subscription = subscriptionOf("old", new Uint8Array(65), browser);
  await (await load()).followPlayer();
  assert.equal(browser.subscription.endpoint, "new");
  assert.deepEqual(browser.asked.map(([address]) => address), ["/notifications/subscribe"]);
});

test("it subscribes again after the push service has ended the subscription", async () => {
  const browser = await subscribedBrowser();
  browser.subscription = null;
  await (await load()).followPlayer();
  assert.equal(browser.subscription.endpoint, "new");
  assert.deepEqual(browser.asked.map(([address]) => address), ["/notifications/subscribe"]);
});

test("it leaves those alone who have turned it off, or were never asked", async () => {
  const browser = await subscribedBrowser();
  const push = await load();
  await push.unsubscribe();
  browser.asked = [];
  await push.followPlayer();
  const other = new Browser();
  await (await load()).followPlayer();
  assert.deepEqual([browser.subscription, browser.asked, other.subscription, other.asked], [null, [], null, []]);
});

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";

for (const [name, userAgent, maxTouchPoints, { canPush = false, standalone = false, player = "7" }, expected] of [
  ["an iPhone", IPHONE, 5, {}, true],
  ["an iPad, which says that it is a Mac,", MAC, 5, {}, true],
  ["a Mac", MAC, 0, {}, false],
  ["an iPhone with the installed site", IPHONE, 5, { canPush: true, standalone: true }, false],
  ["an old iPhone with the installed site", IPHONE, 5, { standalone: true }, false],
  ["an iPhone on a site without a key", IPHONE, 5, { player: "" }, false],
]) {
  test(`it says whether ${name} must install the site first`, async () => {
    new Browser({ player });
    Object.assign(navigator, { userAgent, maxTouchPoints, standalone });
    if (!canPush) delete globalThis.PushManager;
    assert.equal((await load()).mustInstall(), expected);
  });
}

test("it unsubscribes, and tells the server", async () => {
  const browser = await subscribedBrowser();
  const push = await load();
  await push.unsubscribe();
  assert.equal(browser.subscription, null);
  assert.deepEqual(browser.asked, [["/notifications/unsubscribe", { endpoint: "old" }, "t0ken"]]);
  assert.equal(await push.isSubscribed(), false);
});
