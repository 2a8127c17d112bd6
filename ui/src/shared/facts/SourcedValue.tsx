/** A value that opens where it comes from. */
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
import type { FactExplanation } from './explain-fact';
import classes from './FactValue.module.css';

const HOVER_MS = 150;

interface SourcedValueProps {
  /** The value. */
  children: ReactNode;
  /** Names the popover. */
  label: string;
  /** Makes its content, once it is opened. */
  explain: () => ReactNode;
  /** There is no value: what is shown instead is quiet. */
  absent?: boolean;
  /** Replaces the shown text for screen readers. */
  heard?: string | undefined;
}

/**
 * Hover, tap or Enter opens the popover. A table has a thousand of these, so it is mounted only once opened.
 */
export function SourcedValue({ children, label, explain, absent = false, heard }: SourcedValueProps) {
  const { opened, used, toggle, close, hover } = useOpened();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${classes.value ?? ''} ${absent ? (classes.absent ?? '') : ''}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={heard}
        onClick={toggle}
        {...hover}
      >
        {children}
      </button>
      {used ? (
        <Popover opened={opened} onDismiss={close} position="bottom-start" shadow="md" width={300} withArrow>
          <Popover.Target>
            <Anchor at={button} />
          </Popover.Target>
          <Popover.Dropdown aria-label={label} {...hover}>
            <Text fw={600} size="sm">
              {label}
            </Text>
            {explain()}
          </Popover.Dropdown>
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

export function Source({ about }: { about: FactExplanation }) {
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
