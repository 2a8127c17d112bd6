import { Text } from '@mantine/core';
import { ScoreBadge } from '@/shared/score/ScoreBadge';

/** Rounded, with its class, if above zero; scores of older rows may be text. */
export function ScoreCell({ score }: { score: unknown }) {
  const figure = typeof score === 'number' || typeof score === 'string' ? Number(score) : Number.NaN;
  if (!(figure > 0)) {
    return (
      <Text span size="sm" c="dimmed">
        N/A
      </Text>
    );
  }
  return <ScoreBadge score={figure} />;
}
