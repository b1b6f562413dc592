// Code that a part of the page loads when it needs it.

import { useEffect, useState } from "preact/hooks";

/**
 * Return what a module exports once it is loaded, null before that. `fetch` returns its `import()`; `wanted`: whether it
 * is needed now.
 */
export function useCode(fetch, wanted) {
  const [code, setCode] = useState(null);
  useEffect(() => {
    // Without a connection the banner says so; opening it again tries again.
    if (wanted && !code) fetch().then(setCode, () => {});
  }, [wanted]);
  return code;
}
