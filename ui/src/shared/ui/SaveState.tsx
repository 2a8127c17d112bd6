import { formatTime } from '@/shared/lib/format';
import classes from './SaveState.module.css';

export type Saving =
  { state: 'idle' } | { state: 'saving' } | { state: 'saved'; at: number } | { state: 'failed' };

/** The state of a save, in a place reserved beside its button so that nothing moves. */
export function SaveState({ saving }: { saving: Saving }) {
  return (
    <span
      className={classes.state}
      data-state={saving.state}
      role={saving.state === 'failed' ? 'alert' : 'status'}
    >
      {words(saving)}
    </span>
  );
}

function words(saving: Saving): string {
  switch (saving.state) {
    case 'idle':
      return '';
    case 'saving':
      return 'Saving...';
    case 'saved':
      return `Saved ${formatTime(saving.at)}`;
    case 'failed':
      return 'Not saved. Your text is kept.';
  }
}
