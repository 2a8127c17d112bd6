import { Button, Group, Text } from '@mantine/core';
import { formatCounted, formatMiles, formatNumber } from '@/shared/lib/format';
import type { Visits } from './use-visits';
import { MOST_STOPS } from './visit-order';

interface VisitNoteProps {
  visits: Visits | 'tooMany';
  /** Orders them anew, from where the map's center is now. */
  onFromCenter: () => void;
}

/** What the line on the map is, and how long it is. */
export function VisitNote({ visits, onFromCenter }: VisitNoteProps) {
  return (
    <Group component="section" aria-label="Visit order" gap="xs" justify="center">
      <Text size="sm" role="status">
        {visits === 'tooMany'
          ? `Visit order takes up to ${formatNumber(MOST_STOPS)} companies. Filter first.`
          : `${formatCounted(visits.stops, 'stop')}, ${formatMiles(visits.miles)}, straight distances`}
      </Text>
      {visits === 'tooMany' ? null : (
        <Button variant="default" size="compact-sm" onClick={onFromCenter}>
          Start at center
        </Button>
      )}
    </Group>
  );
}
