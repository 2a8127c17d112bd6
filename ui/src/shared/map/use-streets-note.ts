/** Says for a moment, once a visit, that the street map cannot be reached. */
import { useCallback, useEffect, useRef, useState } from 'react';

const SAID_MS = 6_000;

let wasSaid = false;

export function useStreetsNote() {
  const [isSaid, setIsSaid] = useState(false);
  const timer = useRef(0);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  const say = useCallback(() => {
    if (wasSaid) return;
    wasSaid = true;
    setIsSaid(true);
    timer.current = window.setTimeout(() => {
      setIsSaid(false);
    }, SAID_MS);
  }, []);
  return { isSaid, say };
}
