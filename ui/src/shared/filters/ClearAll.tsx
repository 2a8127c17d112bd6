import { Button } from '@mantine/core';
import classes from './Filters.module.css';

/** Takes all filters away. */
export function ClearAll({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.clear ?? ''}
      disabled={count === 0}
      onClick={onClear}
    >
      Clear All
    </Button>
  );
}
