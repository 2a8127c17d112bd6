import { Link } from 'react-router';
import { positionOf } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconMapPin } from '@/shared/ui/icons';
import type { ResultRow } from './result-columns';
import classes from './ResultCell.module.css';

/**
 * What leads from a row to its place on a map and to its account page. Plain elements: rows come and go by the
 * dozen while a table is scrolled.
 */
export function ResultActions({ sessionKey, row }: { sessionKey: string; row: ResultRow }) {
  const rowIdx = Number(row.row_idx);
  const name = String(row.name);
  const { address, phone, website } = row;
  const position = positionOf(row.latitude, row.longitude);
  const doubtful = row.position_doubtful === true;
  const pin = <Icon of={IconMapPin} size={16} />;
  return (
    <span className={classes.actions}>
      {position === null ? (
        <button type="button" className={classes.pin} disabled aria-label={`${name} has no coordinates`}>
          {pin}
        </button>
      ) : (
        <Link
          to={paths.businessMap(sessionKey, rowIdx)}
          state={{ ...position, name, address, phone, website }}
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
