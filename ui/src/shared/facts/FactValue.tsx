import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { Sources } from '@/shared/api/generated';
import { explainFact, whyAbsent, type FactExplanation } from './explain-fact';
import type { FieldBook } from './field-book';
import { formatFact } from './format-fact';
import { readFact, type FactRow } from './read-fact';
import classes from './FactValue.module.css';

interface FactValueProps {
  row: FactRow;
  /** The field's key, or another spelling of it. */
  name: string;
  book: FieldBook | null;
  /** The sources of the answer that the row came in. */
  answer: Sources | null;
}

const HOVER_MS = 150;
const NOT_AVAILABLE = 'Not available';

/** A fact's value; hovered, tapped, or with Enter it says where it comes from, or why there is none. */
export function FactValue({ row, name, book, answer }: FactValueProps) {
  const { opened, toggle, close, hover } = useOpened();
  const field = book?.find(name);
  const text = formatFact(field ?? { format: 'text' }, readFact(row, name, book));
  const about = explainFact(row, name, book, answer);
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" shadow="md" width={300} withArrow>
      <Popover.Target>
        <UnstyledButton
          className={`${classes.value ?? ''} ${text === null ? (classes.absent ?? '') : ''}`}
          onClick={toggle}
          {...hover}
        >
          {text ?? NOT_AVAILABLE}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={about.label} {...hover}>
        <Text fw={600} size="sm">
          {about.label}
        </Text>
        {text === null ? <Text size="sm">{whyAbsent(row, field)}</Text> : <Source about={about} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Source({ about }: { about: FactExplanation }) {
  const lines = [
    ['Area', about.level],
    ['Source', about.title],
    ['Publisher', about.publisher],
    ['Vintage', about.vintage],
    ['License', about.licence],
  ] as const;
  return (
    <>
      {about.description === null ? null : <Text size="sm">{about.description}</Text>}
      <dl className={classes.source}>
        {lines.map(([term, text]) =>
          text === null ? null : (
            <div key={term} style={{ display: 'contents' }}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {about.title === null ? (
        <Text size="sm" c="dimmed">
          The source is not at hand.
        </Text>
      ) : null}
    </>
  );
}

type Opened = 'no' | 'hovered' | 'pressed';

/** Opened by a mouse that stays, or by a press, which keeps it open until the next one, Esc, or a press elsewhere. */
function useOpened() {
  const [state, setState] = useState<Opened>('no');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useEffect(() => {
    if (state === 'no') return undefined;
    // Of the whole document: what a mouse opened has no focus.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setState('no');
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [state]);
  // After the same pause in both directions, so that the pointer can go over into what it opened.
  const later = (from: Opened, to: Opened) => (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState((now) => (now === from ? to : now));
    }, HOVER_MS);
  };
  return {
    opened: state !== 'no',
    toggle: () => {
      clearTimeout(timer.current);
      setState((now) => (now === 'pressed' ? 'no' : 'pressed'));
    },
    close: () => {
      setState('no');
    },
    hover: { onPointerEnter: later('no', 'hovered'), onPointerLeave: later('hovered', 'no') },
  };
}
