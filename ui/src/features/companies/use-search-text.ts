import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** What stands in the search box. */
export interface SearchText {
  text: string;
  type: (text: string) => void;
}

/**
 * Asks once nothing was typed for a moment. It is kept by the page: the box gives way to what is done to chosen
 * companies, and stands in the list and in the board, and what was typed is asked for all the same.
 */
export function useSearchText(search: string, onSearch: (search: string) => void): SearchText {
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // The address came back to an earlier search; what was typed since it was sent stays otherwise.
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      send.current(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, sent]);
  return { text, type: setText };
}
