/** What a schedule searches: a new search, or an earlier one of the history. */
import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { searchOf } from '@/shared/results/search-text';
import { formatCounted, formatShortDate } from '@/shared/lib/format';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { AreaMap } from '@/shared/search/area/AreaMap';
import type { SearchDraft } from '@/shared/search/form/search-form';
import { SearchFields, type PlaceProps } from '@/shared/search/form/SearchFields';
import type { Earlier } from './earlier';
import classes from './Schedule.module.css';

export type What = 'new' | 'earlier';

interface SearchChoiceProps {
  what: What;
  onWhat: (what: What) => void;
  form: UseFormReturnType<SearchDraft>;
  place: Omit<PlaceProps, 'map' | 'countText'>;
  earlier: Earlier;
  /** The session of the earlier search; empty for none. */
  session: string;
  onSession: (session: string) => void;
  /** What is wrong with the choice. */
  problem: string | null;
}

export const EARLIER_ID = 'earlier-search';

export function SearchChoice(props: SearchChoiceProps) {
  const { what, onWhat, form, place, problem } = props;
  const { by, area, onArea } = place;
  const map = by === 'cities' ? null : <AreaMap key={by} kind={by} area={area} onArea={onArea} inForm />;
  return (
    <>
      <Radio.Group
        label="What"
        value={what}
        onChange={(value) => {
          onWhat(value === 'earlier' ? 'earlier' : 'new');
        }}
      >
        <div className={classes.choices}>
          <Radio value="new" label="New search" />
          <Radio value="earlier" label="Earlier" />
        </div>
      </Radio.Group>
      {what === 'new' ? (
        <Stack gap="md">
          <SearchFields form={form} place={{ ...place, map, countText: formatCounted }} />
        </Stack>
      ) : (
        <EarlierSelect {...props} />
      )}
      {problem === null ? null : (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function EarlierSelect({ earlier, session, onSession }: SearchChoiceProps) {
  const { jobs, failed, refusal } = earlier;
  if (failed !== null) {
    return <LoadFailure text="Your searches could not be loaded. They are safe." query={failed} />;
  }
  const isListed = jobs?.some(({ job_id: id }) => id === session) === true;
  const none = jobs?.length === 0 ? 'No search of yours has finished yet.' : null;
  const said = jobs === undefined ? 'Loading your searches...' : isListed ? null : (refusal ?? none);
  return (
    <>
      {said === null ? null : (
        <Text size="sm" c="dimmed" role="status">
          {said}
        </Text>
      )}
      {jobs === undefined || jobs.length === 0 ? null : (
        <NativeSelect
          id={EARLIER_ID}
          label="Earlier search"
          description="Its businesses count as known."
          value={isListed ? session : ''}
          data={[
            ...(isListed ? [] : [{ value: '', label: 'Choose a search' }]),
            ...jobs.map((job) => ({
              value: job.job_id,
              label: `${searchOf(job)}, ${formatShortDate(job.created_at)}`,
            })),
          ]}
          onChange={(event) => {
            onSession(event.currentTarget.value);
          }}
        />
      )}
    </>
  );
}
