import { Link } from 'react-router';
import { demandMapOf } from '@/shared/facts/demand-map';
import { formatPhone } from '@/shared/lib/format-phone';
import { NO_MAP } from '@/shared/lib/google-place';
import { websiteLink } from '@/shared/lib/website-link';
import { positionOf } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconMap2, IconMapPin } from '@/shared/ui/icons';
import { SampleTag } from '@/shared/ui/Tag';
import type { ResultRow } from './result-columns';
import { YoursTag } from './Yours';
import classes from './ResultCell.module.css';

interface ResultCellProps {
  column: string;
  text: string;
  /** The value is a web address. */
  link: boolean;
  /** Sample data, marked beside the name. */
  sample: boolean;
  /** On the user's list of customers, marked too. */
  yours: boolean;
}

export function ResultCell({ column, text, link, sample, yours }: ResultCellProps) {
  if (column === 'name') {
    return (
      <span className={classes.name} title={text}>
        <span className={classes.nameText}>{text}</span>
        {sample ? <SampleTag /> : null}
        {yours ? <YoursTag /> : null}
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

interface ResultActionsProps {
  sessionKey: string;
  row: ResultRow;
  /** It may not be shown on our map. */
  listOnly: boolean;
}

/**
 * Links from a row to its place on a map and its account page. Plain elements: dozens mount and unmount while a table
 * scrolls.
 */
export function ResultActions({ sessionKey, row, listOnly }: ResultActionsProps) {
  const rowIdx = Number(row.row_idx);
  const name = String(row.name);
  const { address, phone, website, yours } = row;
  const position = positionOf(row.latitude, row.longitude);
  const doubtful = row.position_doubtful === true;
  const pin = <Icon of={IconMapPin} size={16} />;
  return (
    <span className={classes.actions}>
      {position === null || listOnly ? (
        <button
          type="button"
          className={classes.pin}
          disabled
          aria-label={listOnly ? `${name}: on Google's map only` : `${name} has no coordinates`}
          title={listOnly ? NO_MAP : undefined}
        >
          {pin}
        </button>
      ) : (
        <Link
          to={paths.businessMap(sessionKey, rowIdx)}
          state={{ ...position, name, address, phone, website, yours }}
          className={classes.pin}
          data-doubtful={doubtful}
          title={doubtful ? 'Its position does not fit its city and ZIP code' : undefined}
          aria-label={`Show ${name} on a map${doubtful ? ', its position is doubtful' : ''}`}
        >
          {pin}
        </Link>
      )}
      <Link
        to={paths.account(sessionKey, rowIdx)}
        className={classes.link}
        aria-label={`View Account Details of ${name}`}
      >
        View Account Details
      </Link>
    </span>
  );
}

/** To the map of the row's market, beside what is said about it. */
export function DemandMapLink({ row }: { row: ResultRow }) {
  const to = demandMapOf(row);
  if (to === null) return null;
  return (
    <Link to={to} className={classes.market} aria-label={`Demand Map around ${String(row.name)}`}>
      <Icon of={IconMap2} size={16} />
    </Link>
  );
}
