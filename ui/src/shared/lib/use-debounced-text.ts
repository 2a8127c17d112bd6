/** A text that is reported once typing pauses, to an address for example. */
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

const PAUSE_MS = 250;

export interface DebouncedText {
  text: string;
  type: (text: string) => void;
  /** Reports it at once: the user who leaves the field may leave the page next. */
  settle: () => void;
}

/** `told` is the text as last reported, by anyone: a new one replaces the text here. */
export function useDebouncedText(told: string, onSettled: (text: string) => void): DebouncedText {
  const [text, setText] = useState(told);
  const [sent, setSent] = useState(told);
  const [seen, setSeen] = useState(told);
  if (told !== seen) {
    setSeen(told);
    // Unless it came from here: then keep what was typed since.
    if (told !== sent) {
      setSent(told);
      setText(told);
    }
  }
  const tell = useRef(onSettled);
  useEffect(() => {
    tell.current = onSettled;
  });
  // Writing to an address during a navigation would cancel that navigation.
  const isLeaving = useNavigation().state !== 'idle';
  const isSettled = text === sent || isLeaving;
  const settle = () => {
    if (isSettled) return;
    setSent(text);
    tell.current(text);
  };
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      tell.current(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, isSettled]);
  return { text, type: setText, settle };
}
