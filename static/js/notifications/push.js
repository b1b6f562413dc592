// Notifications by the browser's push service: subscribing, and telling the server.

import { post } from "../net/posting.js";
import { isForPlayer, notePlayer, wasToldLately } from "./push-player.js";

const root = document.documentElement;

/** Whether this browser can receive push messages, and the site has a key. */
export function canPush() {
  return Boolean(root.dataset.pushKey && root.dataset.player && globalThis.PushManager && globalThis.Notification && navigator.serviceWorker);
}

/** Whether this is a page on an iPhone or iPad outside the installed site. An iPad says that it is a Mac, but Macs have no touchscreen. */
export function isAppleBrowser() {
  const { userAgent, maxTouchPoints, standalone } = navigator;
  return !standalone && (/iPad|iPhone|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1));
}

/** Whether this browser could notify the player if they installed the site. */
export function mustInstall() {
  return Boolean(root.dataset.pushKey && root.dataset.player) && !globalThis.PushManager && isAppleBrowser();
}

/** "granted", "denied" or "default": the browser will ask. */
export function pushPermission() {
  return Notification.permission;
}

/** Tell the server. Return how news reach the player now, a sentence. */
async function tell(address, fields) {
  const { answer, problem } = await post(address, fields);
  if (answer === null) throw new Error(problem);
  return answer.told;
}

/** Return the bytes of a text in Base64 for URLs. */
export function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function isOurs(subscription) {
  const key = subscription.options?.applicationServerKey;
  if (!key) return true;
  const [theirs, ours] = [new Uint8Array(key), bytesOf(root.dataset.pushKey)];
  return theirs.length === ours.length && theirs.every((byte, at) => byte === ours[at]);
}

async function manager() {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Whether this browser is subscribed for this player. */
export async function isSubscribed() {
  if (!canPush() || pushPermission() !== "granted") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription()) && isForPlayer();
}

async function send(subscription) {
  const told = await tell(root.dataset.subscribe, { subscription: JSON.stringify(subscription) });
  notePlayer(root.dataset.player);
  return told;
}

async function renew() {
  const subscription = await (await manager()).subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(root.dataset.pushKey),
  });
  return send(subscription);
}

/**
 * Ask the player, subscribe, and tell the server. Return how news reach the player now; null if it did not work. Call it
 * from a tap only.
 */
export async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return null;
  try {
    await navigator.serviceWorker.register(root.dataset.worker);
    return await renew();
  } catch {
    return null; // the push service or the server is not there
  }
}

/** End the subscription of this browser. Return how news reach the player now; "" if the server was not told. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  notePlayer(null);
  if (!subscription || !root.dataset.player) return "";
  return tell(root.dataset.unsubscribe, { endpoint: subscription.endpoint }).catch(() => "");
}

/**
 * Move the subscription to the player who is signed in. If nobody is, end it, so that the next person at this device
 * reads nothing. Tell the server if there is another player, such as the account that a guest became, or if the site
 * has a new key. Otherwise confirm it once an hour.
 *
 * If a push service ends a subscription, the next page subscribes again. (The service worker cannot do so at
 * `pushsubscriptionchange`, because it has no CSRF token to tell the server.)
 */
export async function followPlayer() {
  if (!globalThis.PushManager || globalThis.Notification?.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) {
    if (registration && canPush() && isForPlayer()) await renew();
    return;
  }
  if (!canPush()) {
    await unsubscribe();
  } else if (!isOurs(subscription)) {
    await subscription.unsubscribe();
    await renew();
  } else if (!isForPlayer() || !wasToldLately()) {
    await send(subscription);
  }
}
