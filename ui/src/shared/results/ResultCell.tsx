import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { SampleTag } from '@/shared/ui/SampleTag';
import classes from './ResultCell.module.css';

interface ResultCellProps {
  column: string;
  text: string;
  /** It is a page's address. */
  link: boolean;
  /** The row is sample data, which its name says. */
  sample: boolean;
}

export function ResultCell({ column, text, link, sample }: ResultCellProps) {
  if (column === 'name') {
    return (
      <span className={classes.name} title={text}>
        <span className={classes.nameText}>{text}</span>
        {sample ? <SampleTag /> : null}
      </span>
    );
  }
  if (text === '') return null;
  const address = link ? websiteLink(text) : null;
  if (address !== null) {
    return (
      <a className={classes.link} href={address} target="_blank" rel="noopener noreferrer" title={text}>
        {text.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </a>
    );
  }
  const shown = column === 'phone' ? formatPhone(text) : text;
  return <span title={shown.length > 12 ? shown : undefined}>{shown}</span>;
}
