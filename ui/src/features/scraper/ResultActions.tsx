import { ActionIcon, Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { positionOf } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconMapPin } from '@/shared/ui/icons';
import type { ResultRow } from './result-columns';

/** What leads from a row to its place on a map and to its account page. */
export function ResultActions({ sessionKey, row }: { sessionKey: string; row: ResultRow }) {
  const rowIdx = Number(row.row_idx);
  const name = String(row.name);
  const position = positionOf(row.latitude, row.longitude);
  const pin = <Icon of={IconMapPin} size={16} />;
  return (
    <Group gap={6} wrap="nowrap">
      {position === null ? (
        <ActionIcon variant="default" size={26} disabled aria-label={`${name} has no coordinates`}>
          {pin}
        </ActionIcon>
      ) : (
        <ActionIcon
          component={Link}
          to={paths.businessMap(sessionKey, rowIdx)}
          state={{ ...position, name }}
          variant="default"
          size={26}
          aria-label={`Show ${name} on a map`}
        >
          {pin}
        </ActionIcon>
      )}
      <Anchor
        component={Link}
        to={paths.account(sessionKey, rowIdx)}
        size="sm"
        aria-label={`View Account Details of ${name}`}
      >
        View Account Details
      </Anchor>
    </Group>
  );
}
