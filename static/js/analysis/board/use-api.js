// A hook that fetches from the API again whenever the address changes.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../../language/language.js";

const PAUSE_MS = 180; // wait until the player stops typing or changing dice

async function ask(address, signal) {
  const response = await fetch(address, { signal });
  const body = await response.json();
  if (response.ok) return { answer: body, error: "" };
  return { answer: null, error: body.error?.message ?? gettext("Something went wrong. Reload the page and try again.") };
}

/** Return {answer, error, busy} for `address`. The last answer stays until the next one arrives. */
export function useApi(address) {
  const [state, setState] = useState({ answer: null, error: "", busy: true });
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(async () => {
      try {
        setState({ ...(await ask(address, stop.signal)), busy: false });
      } catch (error) {
        if (error.name === "AbortError") return;
        setState({ answer: null, error: gettext("Something went wrong. Reload the page and try again."), busy: false });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address]);
  return state;
}
