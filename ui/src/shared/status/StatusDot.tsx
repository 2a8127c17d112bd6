import { statusLook, type ContactStatus } from './contact-status';
import classes from './StatusDot.module.css';

/** A status as its marker has it: colour and letter. What it means stands beside it. */
export function StatusDot({ status }: { status: ContactStatus }) {
  const { letter, marker } = statusLook(status);
  return (
    <span className={classes.dot} style={{ background: marker }} aria-hidden>
      {letter}
    </span>
  );
}
