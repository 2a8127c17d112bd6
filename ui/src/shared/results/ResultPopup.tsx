import { Anchor, Text } from '@mantine/core';
import { websiteLink } from '@/shared/lib/website-link';
import { formatPosition } from '@/shared/map/map-point';
import type { ResultPoint } from './result-points';

/** What the popup of a result says below the name: address, phone, website, coordinates. */
export function ResultPopup({ point }: { point: ResultPoint }) {
  const { detail, phone, website, position } = point;
  const link = website === null ? null : websiteLink(website);
  return (
    <>
      {detail === undefined ? null : <Text size="sm">{detail}</Text>}
      {phone === null ? null : <Text size="sm">{phone}</Text>}
      {link === null ? null : (
        <Anchor size="sm" href={link} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
          {website}
        </Anchor>
      )}
      {position === null ? null : (
        <Text size="xs" c="dimmed">
          {formatPosition(position)}
        </Text>
      )}
    </>
  );
}
