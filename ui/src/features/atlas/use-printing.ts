/** Whether the page is being printed: paper is white, so a dark scheme is suspended meanwhile. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const SCHEME = 'data-mantine-color-scheme';

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    let scheme: string | null = null;
    const before = () => {
      scheme = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
      flushSync(() => {
        setPrinting(true);
      });
    };
    const after = () => {
      if (scheme !== null) root.setAttribute(SCHEME, scheme);
      setPrinting(false);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
