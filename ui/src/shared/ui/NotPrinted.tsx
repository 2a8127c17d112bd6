import type { ReactNode } from 'react';
import { NO_FILE } from '@/shared/lib/google-place';
import classes from './NotPrinted.module.css';

interface NotPrintedProps {
  /** Their source's terms allow a list on screen only; otherwise they are printed. */
  listOnly: boolean;
  children: ReactNode;
}

/** Rows that paper only gives the reason for. */
export function NotPrinted({ listOnly, children }: NotPrintedProps) {
  if (!listOnly) return children;
  return (
    <>
      <div className={classes.screen}>{children}</div>
      <p className={classes.paper}>{NO_FILE}</p>
    </>
  );
}
