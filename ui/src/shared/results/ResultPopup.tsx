import { Anchor, Text } from '@mantine/core';
import { websiteLink } from '@/shared/lib/website-link';
import { formatPosition } from '@/shared/map/map-point';
import type { ResultPoint } from './result-points';
import { YoursTag } from './Yours';

/** The popup of a result below its name: address, phone, website, coordinates. */
export function ResultPopup({ point }: { point: ResultPoint }) {
  const { detail, phone, website, position, listedAs, doubtful, yours } = point;
  const link = website === null ? null : websiteLink(website);
  return (
    <>
      {yours ? <YoursTag /> : null}
      {listedAs === null ? null : (
        <Text size="xs" c="dimmed">
          Listed as {listedAs}
        </Text>
      )}
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
      {doubtful ? <Text size="xs">Its position does not fit its city and ZIP code.</Text> : null}
    </>
  );
}
