import { Skeleton } from '@mantine/core';
import classes from './DataTable.module.css';

const MOST_COLUMNS = 6;

/** As high as the coming rows. Decorative: its parent announces what is loading. */
export function TableSkeleton({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return (
    <div className={classes.skeleton} aria-hidden>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className={classes.bones}>
          {Array.from({ length: Math.min(columns, MOST_COLUMNS) }, (__, column) => (
            <Skeleton key={column} h={12} w={column === 0 ? '80%' : '55%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
