// The newest answer of the API to a question that keeps changing.

import { useEffect, useState } from "preact/hooks";

const PAUSE_MS = 180; // who types or turns dice is not done yet

async function ask(address, signal) {
  const response = await fetch(address, { signal });
  const body = await response.json();
  if (response.ok) return { answer: body, error: "" };
  return { answer: null, error: body.error?.message ?? "That did not work." };
}

/** Return {answer, error, busy} for `address`. The last answer stays until there is another one. */
export function useAnswer(address) {
  const [state, setState] = useState({ answer: null, error: "", busy: true });
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(async () => {
      try {
        setState({ ...(await ask(address, stop.signal)), busy: false });
      } catch (error) {
        if (error.name === "AbortError") return;
        setState({ answer: null, error: "The values could not be fetched. Are you offline?", busy: false });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address]);
  return state;
}
