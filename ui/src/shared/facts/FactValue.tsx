import { Popover, Text } from '@mantine/core';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import type { Sources } from '@/shared/api/generated';
import { explainFact, whyAbsent, type FactExplanation } from './explain-fact';
import type { FieldBook } from './field-book';
import { formatFact } from './format-fact';
import { isAbsent, readFact, type FactRow } from './read-fact';
import { plainText, shownFact } from './shown-fact';
import classes from './FactValue.module.css';

interface FactValueProps {
  row: FactRow;
  name: string;
  book: FieldBook | null;
  /** The sources in the answer that the row came in. */
  answer: Sources | null;
  /** In a table the head has the unit, and an absent value takes no room. */
  inTable?: boolean;
  /** Replaces the value where there is one, for example with a drawing of it. */
  children?: ReactNode;
}

const HOVER_MS = 150;
const NOT_AVAILABLE = 'Not available';
const ABSENT_IN_TABLE = '–';

/**
 * A fact's value; hover, tap or Enter shows where it comes from, or why it is absent. A table has a thousand of
 * these, so the popover is mounted only once opened.
 */
export function FactValue({ row, name, book, answer, inTable = false, children }: FactValueProps) {
  const { opened, used, toggle, close, hover } = useOpened();
  const button = useRef<HTMLButtonElement>(null);
  const field = book?.find(name);
  const shown = field ?? { format: 'text' as const };
  const value = inTable ? readFact(row, name) : shownFact(row, name, book);
  const text = formatFact(shown, value, { unitInHead: inTable });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${classes.value ?? ''} ${text === null ? (classes.absent ?? '') : ''}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={text === null && inTable ? NOT_AVAILABLE : undefined}
        onClick={toggle}
        {...hover}
      >
        {text === null ? (inTable ? ABSENT_IN_TABLE : NOT_AVAILABLE) : (children ?? text)}
      </button>
      {used ? (
        <Popover opened={opened} onDismiss={close} position="bottom-start" shadow="md" width={300} withArrow>
          <Popover.Target>
            <Anchor at={button} />
          </Popover.Target>
          <Explanation row={row} name={name} book={book} answer={answer} hover={hover} />
        </Popover>
      ) : null}
    </>
  );
}

/** Stands in for the button, which is mounted before the popover and stays in place. */
function Anchor({ at, ref }: { at: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current);
  return null;
}

type Hover = ReturnType<typeof useOpened>['hover'];

function Explanation({ row, name, book, answer, hover }: FactValueProps & { hover: Hover }) {
  const about = explainFact(row, name, book, answer);
  const value = readFact(row, name);
  const hidden = isAbsent(shownFact(row, name, book)) ? plainText(value) : null;
  return (
    <Popover.Dropdown aria-label={about.label} {...hover}>
      <Text fw={600} size="sm">
        {about.label}
      </Text>
      {hidden === null ? null : <Text size="sm">{`Its source says “${hidden}”, which is not shown.`}</Text>}
      {isAbsent(value) ? (
        <Text size="sm">{whyAbsent(row, book?.find(name), answer)}</Text>
      ) : (
        <Source about={about} />
      )}
    </Popover.Dropdown>
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
          The source is not available.
        </Text>
      ) : null}
    </>
  );
}

type Opened = 'no' | 'hovered' | 'pressed';

/** A mouse that stays opens it; a press keeps it open until the next press, Esc, or a press elsewhere. */
function useOpened() {
  const [state, setState] = useState<Opened>('no');
  const [used, setUsed] = useState(false);
  if (state !== 'no' && !used) setUsed(true);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useEffect(() => {
    if (state === 'no') return undefined;
    // On the whole document: a popover opened by mouse has no focus.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setState('no');
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [state]);
  // The same delay both ways, so that the pointer can move into the popover.
  const later = (from: Opened, to: Opened) => (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState((now) => (now === from ? to : now));
    }, HOVER_MS);
  };
  return {
    opened: state !== 'no',
    used,
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
