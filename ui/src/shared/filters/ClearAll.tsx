import { Button } from '@mantine/core';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import classes from './Filters.module.css';

/** Clears all filters. Stays focusable when there are none. */
export function ClearAll({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.clear ?? ''}
      {...ariaDisabled(count === 0)}
      onClick={() => {
        if (count > 0) onClear();
      }}
    >
      Clear All
    </Button>
  );
}
