import { Anchor, Group, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { FailedList } from '@/shared/ui/FailedList';
import { Notice } from '@/shared/ui/Notice';
import type { SaveState } from './use-save-all';
import classes from './SaveAllOutcome.module.css';

/** How far saving is, and what came of it: what failed by its name. */
export function SaveAllOutcome({ state }: { state: SaveState | null }) {
  if (state === null) return null;
  const { done, total, running, saved, failed, broken } = state;
  if (running) {
    return (
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={(done / total) * 100}
          className={classes.bar ?? ''}
          aria-label="Saving companies"
          aria-valuetext={`${formatNumber(done)} of ${formatNumber(total)}`}
        />
        <Text size="sm" role="status" className={classes.count ?? ''}>
          {`${formatNumber(done)} of ${formatNumber(total)}`}
        </Text>
      </Group>
    );
  }
  return (
    <>
      {broken === null ? null : (
        <Notice tone="bad">
          {broken === 'refused'
            ? 'My Companies is a Business Tier feature.'
            : 'Failed to save companies. Please try again.'}
        </Notice>
      )}
      {broken !== null && done === 0 ? null : saved === 0 && failed.length > 0 ? (
        <Notice tone="warning">
          <span role="status">{savedText(state)}</span>
        </Notice>
      ) : (
        <Group gap="sm" role="status">
          <Text size="sm">{savedText(state)}</Text>
          {saved === 0 ? null : (
            <Anchor component={Link} size="sm" to={paths.myCompanies()}>
              View My Companies
            </Anchor>
          )}
        </Group>
      )}
      {failed.length === 0 ? null : (
        <FailedList
          summary={`${formatCounted(failed.length, 'company', 'companies')} could not be saved`}
          failed={failed}
        />
      )}
    </>
  );
}

export function savedText({ saved, alreadyExisted, failed }: SaveState): string {
  const rest = alreadyExisted + failed.length;
  const text = `Saved ${formatCounted(saved, 'company', 'companies')} to My Companies`;
  return rest === 0 ? text : `${text} (${formatNumber(rest)} failed or already existed)`;
}
