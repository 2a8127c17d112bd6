/** What is new, changed and gone, on a map: + ~ and −; a line where a business moved. */
import { Anchor, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { ROWS_FIT, WHOLE_US } from '@/shared/map/fit';
import { MapFrame } from '@/shared/map/MapFrame';
import type { Marked } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { changePoints, fieldsOf, KINDS, movedLines, type ChangePoint, type RunChanges } from './changes';
import { DiffCell } from './DiffCell';
import { GONE, movedText } from './words';

export interface ChangesMapProps {
  of: RunChanges;
  sessionKey: string;
  marked: Marked;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** A table is next to it. */
  beside: boolean;
}

export function ChangesMap({ of, sessionKey, marked, onSelect, onHover, beside }: ChangesMapProps) {
  const [added, changed, gone] = [of.new.changes, of.changed.changes, of.gone.changes];
  const points = useMemo(
    () => [
      ...changePoints('new', added ?? []),
      ...changePoints('changed', changed ?? []),
      ...changePoints('gone', gone ?? []),
    ],
    [added, changed, gone],
  );
  const lines = useMemo(() => movedLines(changed ?? []), [changed]);
  return (
    <MapFrame
      points={points}
      lines={lines}
      start={WHOLE_US}
      fit={ROWS_FIT}
      marked={marked}
      onSelect={onSelect}
      onHover={onHover}
      // The table holds one kind of change.
      list={beside ? 'none' : 'left'}
      popup={({ id }) => {
        const point = points.find((each) => each.id === id);
        return point === undefined ? null : <ChangePopup point={point} sessionKey={sessionKey} />;
      }}
    />
  );
}

function ChangePopup({ point: { kind, change }, sessionKey }: { point: ChangePoint; sessionKey: string }) {
  const { row_idx: row, phone, website, gone, moved } = change;
  const link = website == null ? null : websiteLink(website);
  return (
    <>
      <Text size="xs" c="dimmed">
        {gone == null ? KINDS.find((each) => each.kind === kind)?.label : GONE[gone]}
      </Text>
      {fieldsOf(change).map(({ field, before, after }) => (
        <Text key={field} size="sm">
          {field} <DiffCell before={before} after={after} />
        </Text>
      ))}
      {moved == null ? null : <Text size="sm">{movedText(moved)}</Text>}
      {kind !== 'new' || phone == null ? null : <Text size="sm">{formatPhone(phone)}</Text>}
      {kind !== 'new' || link === null ? null : (
        <Anchor
          size="sm"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          style={{ overflowWrap: 'anywhere' }}
        >
          {website}
        </Anchor>
      )}
      {row == null ? null : (
        <Anchor component={Link} size="sm" to={paths.account(sessionKey, row)}>
          View Account Details
        </Anchor>
      )}
    </>
  );
}
