import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component still stands on the page, for what ends later than it may. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
