/** The floating 'Credits & Billing' tab in the right gutter: a press opens the portal, a drag moves the tab. */
import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { readStored, writeStored } from '@/shared/lib/browser-storage';
import classes from './BillingTab.module.css';

/** The tab's position in percent of the window's height, never at the very ends. */
export const POSITION_KEY = 'paymentSidebarPosition';
const DEFAULT_POSITION = 50;
const KEY_STEP = 2;
/** Moving less than this is a click, more a drag. */
const DRAG_THRESHOLD_PX = 5;
const LOWEST = 10;
const HIGHEST = 90;

export function clampPosition(percent: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, percent));
}

/** The stored position, or the middle. */
export function storedPosition(stored: unknown): number {
  return typeof stored === 'number' && Number.isFinite(stored) ? clampPosition(stored) : DEFAULT_POSITION;
}

/** The position after a drag by this many pixels along the tab's range. */
export function draggedPosition(start: number, movedPx: number, wayPx: number): number {
  return wayPx <= 0 ? start : clampPosition(start + (movedPx / wayPx) * 100);
}

interface BillingTabProps {
  opened: boolean;
  onOpen: () => void;
  /** Hovered or focused: it may be pressed soon. */
  onNear: () => void;
}

export function BillingTab({ opened, onOpen, onNear }: BillingTabProps) {
  const { position, dragging, handlers } = useTabPosition(onOpen);
  return (
    <>
      <button
        type="button"
        className={classes.tab}
        data-dragging={dragging}
        style={{ top: `${position}%`, transform: `translateY(-${position}%)` }}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-describedby="billing-tab-keys"
        onPointerEnter={onNear}
        onFocus={onNear}
        {...handlers}
      >
        Credits & Billing
      </button>
      <span id="billing-tab-keys" hidden>
        The up and down arrows move this button.
      </span>
    </>
  );
}

interface Drag {
  fromY: number;
  start: number;
  moved: boolean;
}

/** The tab's position and what moves it; `onOpen` for a press that did not. */
function useTabPosition(onOpen: () => void) {
  const [position, setPosition] = useState(() => storedPosition(readStored(POSITION_KEY)));
  const [dragging, setDragging] = useState(false);
  const drag = useRef<Drag | null>(null);
  // Browsers end a drag with a click, which does not count.
  const suppressClick = useRef(false);

  const keep = (next: number) => {
    setPosition(next);
    writeStored(POSITION_KEY, next);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    suppressClick.current = false;
    drag.current = { fromY: event.clientY, start: position, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const current = drag.current;
    if (current === null) return;
    const movedPx = event.clientY - current.fromY;
    if (!current.moved && Math.abs(movedPx) <= DRAG_THRESHOLD_PX) return;
    current.moved = true;
    setDragging(true);
    const way = window.innerHeight - event.currentTarget.offsetHeight;
    setPosition(draggedPosition(current.start, movedPx, way));
  };
  const onPointerEnd = () => {
    if (drag.current?.moved === true) {
      suppressClick.current = true;
      writeStored(POSITION_KEY, position);
    }
    drag.current = null;
    setDragging(false);
  };
  const onClick = (event: MouseEvent) => {
    // A click without a pointer (Enter, a screen reader) always counts.
    const meant = event.detail === 0 || !suppressClick.current;
    suppressClick.current = false;
    if (meant) onOpen();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -KEY_STEP : event.key === 'ArrowDown' ? KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    keep(clampPosition(position + step));
  };
  return {
    position,
    dragging,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onClick,
      onKeyDown,
    },
  };
}
