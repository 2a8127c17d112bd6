import type { ReactNode } from 'react';
import { formatNumber } from '@/shared/lib/format';
import classes from './Filters.module.css';

/** A collapsible group, with the number of its chosen values. */
export function FilterGroup({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: number;
  children: ReactNode;
}) {
  return (
    <details className={classes.group}>
      <summary>
        {title}
        {chosen === 0 ? null : <span className={classes.chosen}>{formatNumber(chosen)}</span>}
      </summary>
      <fieldset className={classes.fields}>
        <legend className={classes.legend}>{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
