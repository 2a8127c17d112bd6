/** What rows are filtered by: at once as it is typed, and in the address once nothing was typed for a moment. */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

export const FILTER_PARAM = 'filter';
const PAUSE_MS = 250;

export function useRowFilter(): [filter: string, setFilter: (filter: string) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(FILTER_PARAM) ?? '';
  const [text, setText] = useState(written);
  const [sent, setSent] = useState(written);
  const [seen, setSeen] = useState(written);
  if (written !== seen) {
    setSeen(written);
    // Not what was typed here: the address tells of other rows.
    if (written !== sent) {
      setSent(written);
      setText(written);
    }
  }
  const write = useRef(setParams);
  useEffect(() => {
    write.current = setParams;
  });
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      write.current(
        (now) => {
          if (text === '') now.delete(FILTER_PARAM);
          else now.set(FILTER_PARAM, text);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, sent]);
  return [text, setText];
}
