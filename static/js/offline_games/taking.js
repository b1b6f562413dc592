// Asks the service worker to take the page along. Pure, but for what a browser has: tests give it a worker of their own.

const PATIENCE_MS = 30_000; // the worker tells how far it is far more often

/** Wait until a worker is in charge, or is none any more. */
function settled(worker) {
  const isSettled = () => ["activated", "redundant"].includes(worker.state);
  return new Promise((done) => {
    if (isSettled()) done();
    else worker.addEventListener("statechange", () => isSettled() && done());
  });
}

/** Return the newest worker: an older one may know nothing of taking along. */
export async function newestWorker(container, address) {
  const registration = await container.register(address);
  await registration.update().catch(() => {}); // without a connection the one that is there has to do
  const coming = registration.installing ?? registration.waiting;
  if (coming) await settled(coming);
  if (!registration.active) throw new Error("there is no service worker");
  return registration.active;
}

/**
 * Return how taking along ended: "taken", "full" or "failed", also if the worker says nothing for too long. `worker`: a promise
 * of it; `message`: what it is asked; `tell(share)`: how much is there.
 */
export function takenBy(worker, message, tell, patience = PATIENCE_MS) {
  return new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    let timer = 0;
    const close = () => {
      clearTimeout(timer);
      port1.close();
    };
    const end = (how) => {
      close();
      done(how);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end("failed"), patience);
    };
    port1.onmessage = ({ data }) => {
      wait();
      if (data.end) end(data.end);
      else tell(data.share);
    };
    wait();
    worker.then((found) => found.postMessage({ type: "take", ...message }, [port2])).catch((error) => {
      close();
      fail(error);
    });
  });
}

/**
 * Return what the page says of what was taken along. `found`: its list {version, language, stale}, or null; `full`: the release
 * for which there was no room, or null; `isMarked`: whether this device had it once; `isOnline`.
 */
export function stateOf(found, { version, language, full = null, isMarked, isOnline }) {
  if (!found) return isMarked ? "lost" : "absent";
  const isNewest = found.version === version && found.language === language && !found.stale;
  // Without a connection it is as good as it gets.
  if (isNewest || !isOnline) return "taken";
  return full === version ? "full" : "old";
}
