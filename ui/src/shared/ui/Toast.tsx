/** A toast offers to undo a removal for eight seconds; the time stops while it is hovered or focused. */
import { Button, CloseButton } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './Toast.module.css';

export const TOAST_MS = 8_000;

interface Toast {
  /** What was done: "Removed 3 companies." */
  text: string;
  /** Returns what failed when the page that would show it is gone; else null. */
  onUndo: () => Promise<string | null>;
}

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);
const PlaceContext = createContext<((place: HTMLElement | null) => void) | undefined>(undefined);

/** Offers an undo; a new offer replaces the previous one. */
export function useUndoToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useUndoToast needs a ToastProvider above it: render inside the shell');
  return show;
}

/** Where toasts appear while a dialog traps the focus: it must contain them too. */
export function ToastPlace() {
  return <div ref={useContext(PlaceContext)} />;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(Toast & { id: number }) | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const count = useRef(0);
  const show = useCallback((next: Toast) => {
    count.current += 1;
    setToast({ ...next, id: count.current });
    setFailure(null);
  }, []);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const close = useCallback(() => {
    setToast(null);
  }, []);
  const undo = async ({ onUndo }: Toast) => {
    close();
    setFailure(null);
    const failed = await onUndo();
    if (failed !== null) setFailure(failed);
  };
  const toasts = (
    <>
      {/* Always mounted, so that screen readers announce what is added. */}
      <div role="status" className={classes.place}>
        {toast === null ? null : (
          <ToastBox key={toast.id} toast={toast} onUndo={() => void undo(toast)} onClose={close} />
        )}
      </div>
      {failure === null || toast !== null ? null : (
        <div role="alert" className={classes.place}>
          <div className={classes.toast}>
            <span>{failure}</span>
            <CloseButton
              size="sm"
              variant="transparent"
              c="white"
              aria-label="Dismiss this message"
              onClick={() => {
                setFailure(null);
              }}
            />
          </div>
        </div>
      )}
    </>
  );
  return (
    <ToastContext value={show}>
      <PlaceContext value={setPlace}>{children}</PlaceContext>
      {place === null ? toasts : createPortal(toasts, place)}
    </ToastContext>
  );
}

interface ToastBoxProps {
  toast: Toast;
  onUndo: () => void;
  onClose: () => void;
}

function ToastBox({ toast, onUndo, onClose }: ToastBoxProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return undefined;
    const timer = window.setTimeout(onClose, TOAST_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [held, onClose]);
  return (
    // Pointer and focus only hold the toast open; the action is the button's.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.toast}
      onMouseEnter={() => {
        setHovered(true);
      }}
      onMouseLeave={() => {
        setHovered(false);
      }}
      onFocus={() => {
        setFocused(true);
      }}
      onBlur={() => {
        setFocused(false);
      }}
    >
      <span>{toast.text}</span>
      <Button size="compact-sm" variant="white" color="atlas" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
