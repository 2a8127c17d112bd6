import { Anchor } from '@mantine/core';
import { websiteLink } from '@/shared/lib/website-link';
import { SampleTag } from '@/shared/ui/SampleTag';
import { cellText } from '@/shared/table/cell-text';
import classes from './ResultCell.module.css';

interface ResultCellProps {
  column: string;
  value: unknown;
  /** The row is sample data, which its name says. */
  sample: boolean;
}

const LINK_COLUMNS = new Set(['website', 'url']);

export function ResultCell({ column, value, sample }: ResultCellProps) {
  const text = cellText(value);
  if (column === 'name') {
    return (
      <span className={classes.name} title={text}>
        <span className={classes.nameText}>{text}</span>
        {sample ? <SampleTag /> : null}
      </span>
    );
  }
  const link = LINK_COLUMNS.has(column) ? websiteLink(text) : null;
  if (link !== null) {
    return (
      <Anchor size="sm" href={link} target="_blank" rel="noopener noreferrer" title={text}>
        {text.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </Anchor>
    );
  }
  return <span title={text.length > 12 ? text : undefined}>{text}</span>;
}
