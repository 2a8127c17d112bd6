/** A chart with its caption, and on request a table of the same data. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type_ from './type.module.css';
import classes from './ChartFigure.module.css';

interface ChartFigureProps {
  caption: ReactNode;
  /** The key to the colors, beside the caption. */
  legend?: ReactNode;
  /** The same in words, with either form. */
  words?: ReactNode;
  drawing: ReactNode;
  table: ReactNode;
}

export function ChartFigure({ caption, legend, words, drawing, table }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={classes.chart}>
      <div className={classes.head}>
        <figcaption className={type_.label}>{caption}</figcaption>
        {legend}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-pressed={asTable}
          onClick={() => {
            setAsTable(!asTable);
          }}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {words}
      {asTable ? table : drawing}
    </figure>
  );
}
