import { Button } from '@mantine/core';
import { idle } from '@/shared/ui/idle';
import classes from './Filters.module.css';

/** Clears all filters. Stays focusable when there are none. */
export function ClearAll({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.clear ?? ''}
      {...idle(count === 0)}
      onClick={() => {
        if (count > 0) onClear();
      }}
    >
      Clear All
    </Button>
  );
}
