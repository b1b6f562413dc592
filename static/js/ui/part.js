// A page of several parts, one of which is shown.

import { useEffect, useRef } from "preact/hooks";

/** Return the ref of the element that shows the part called `name`. Another part begins at its top, for the eye and the keyboard. */
export function usePart(name) {
  const root = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) {
      scrollTo(0, 0);
      root.current.focus({ preventScroll: true });
    }
    first.current = false;
  }, [name]);
  return root;
}
