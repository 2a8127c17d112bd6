/** A text that is typed, and told once nothing was typed for a moment: to an address, for example, that has it too. */
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

const PAUSE_MS = 250;

export interface SettledText {
  text: string;
  type: (text: string) => void;
  /** Tells it at once: whoever leaves the field may leave the page next. */
  settle: () => void;
}

/** `told` is the text as it was told last, by whomever: another one takes the place of what stands here. */
export function useSettledText(told: string, onSettled: (text: string) => void): SettledText {
  const [text, setText] = useState(told);
  const [sent, setSent] = useState(told);
  const [seen, setSeen] = useState(told);
  if (told !== seen) {
    setSeen(told);
    // Not what was sent from here: what was typed since then stays otherwise.
    if (told !== sent) {
      setSent(told);
      setText(told);
    }
  }
  const tell = useRef(onSettled);
  useEffect(() => {
    tell.current = onSettled;
  });
  // To write it into an address that is being left would end the way to the next one.
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
