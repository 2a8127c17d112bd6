/** What was removed can be brought back: a toast offers it for eight seconds, and waits while it is looked at. */
import { Button } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './Toast.module.css';

export const TOAST_MS = 8_000;

interface Toast {
  /** What was done: "Removed 3 companies." */
  text: string;
  onUndo: () => void;
}

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Offers an undo; a new offer takes the place of the one before. */
export function useUndoToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useUndoToast needs a ToastProvider above it: render inside the shell');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(Toast & { id: number }) | null>(null);
  const count = useRef(0);
  const show = useCallback((next: Toast) => {
    count.current += 1;
    setToast({ ...next, id: count.current });
  }, []);
  const close = useCallback(() => {
    setToast(null);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* There always, so that screen readers hear what comes into it. */}
      <div role="status" className={classes.place}>
        {toast === null ? null : <ToastBox key={toast.id} toast={toast} onClose={close} />}
      </div>
    </ToastContext>
  );
}

function ToastBox({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = window.setTimeout(onClose, TOAST_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [held, onClose]);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  return (
    // Pointer and focus only hold it; what can be done is the button's.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.toast} onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <span>{toast.text}</span>
      <Button
        size="compact-sm"
        variant="white"
        color="atlas"
        onClick={() => {
          toast.onUndo();
          onClose();
        }}
      >
        Undo
      </Button>
    </div>
  );
}
