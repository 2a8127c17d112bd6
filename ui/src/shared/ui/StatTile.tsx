import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './StatTile.module.css';
import type_ from './type.module.css';

interface StatTilesProps {
  children: ReactNode;
  label?: string;
  /** Three tiles with short values, side by side even on a phone. */
  oneRow?: boolean;
}

/** A row of tiles, two per line on a phone. */
export function StatTiles({ children, label, oneRow = false }: StatTilesProps) {
  return (
    <dl className={classes.tiles} aria-label={label} data-one-row={oneRow || undefined}>
      {children}
    </dl>
  );
}

interface StatTileProps {
  label: string;
  /** Undefined while loading: a skeleton of the same height. */
  value: ReactNode;
  /** One line below: a unit, a comparison. */
  caption?: ReactNode;
  tone?: 'credits-red' | 'credits-orange' | 'credits-teal';
}

export function StatTile({ label, value, caption, tone }: StatTileProps) {
  return (
    <div className={classes.tile}>
      <dt className={type_.label}>{label}</dt>
      <dd
        className={`${classes.value ?? ''} ${type_.figureLarge ?? ''}`}
        style={tone === undefined ? undefined : { color: `var(--da-${tone})` }}
        data-tone={tone}
      >
        {value ?? <Skeleton h={24} w={72} />}
      </dd>
      {caption === undefined ? null : (
        <dd className={`${classes.caption ?? ''} ${type_.caption ?? ''}`}>{caption}</dd>
      )}
    </div>
  );
}
