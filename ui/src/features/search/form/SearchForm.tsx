import { Button, Group, NumberInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { canStop, isBusy, type Session } from '@/shared/job/session';
import { StopButton } from '@/shared/job/StopButton';
import { EnrichmentBox } from '@/shared/search/form/EnrichmentBox';
import { toSearch, type Search, type SearchDraft } from '@/shared/search/form/search-form';
import { SearchFields, type PlaceProps } from '@/shared/search/form/SearchFields';
import { focusFirstProblem, useSearchForm } from '@/shared/search/form/use-search-form';
import { Icon } from '@/shared/ui/Icon';
import { IconPlayerPlay } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { neededText } from '../needed-credits';

/** More rows than any search has. */
const LARGEST_SEARCH = 1_000_000;

interface SearchFormProps extends Pick<PlaceProps, 'onBy' | 'onArea'> {
  /** The initial values; source and area are chosen beside the form. */
  draft: SearchDraft;
  /** Called with the draft on each change. */
  onDraft: (draft: SearchDraft) => void;
  /** While it runs, no other search can start. */
  session: Session;
  onStart: (search: Search) => void;
  onStop: () => void;
  /** The map of the area, below its fields; null if it stands elsewhere. */
  areaMap: ReactNode;
  /** The highest cost, above the start button. */
  estimate: ReactNode;
}

export function SearchForm({
  draft: kept,
  session,
  onStart,
  onStop,
  areaMap,
  estimate,
  ...changes
}: SearchFormProps) {
  const busy = isBusy(session);
  const stoppable = canStop(session);
  const { form, whole, place } = useSearchForm(kept, changes);
  const start = form.onSubmit((draft) => {
    if (!busy) onStart(toSearch(whole(draft)));
  }, focusFirstProblem(form));

  return (
    <Panel title="New search">
      {/* The rules have their own order and messages, so the browser's are off. */}
      <form noValidate onSubmit={start} aria-label="Search">
        <Stack gap="md">
          {form.errors.login === undefined ? null : <Notice tone="bad">{form.errors.login}</Notice>}
          <SearchFields form={form} place={{ ...place, map: areaMap, countText: neededText }}>
            <MostResults form={form} />
          </SearchFields>
          <EnrichmentBox {...form.getInputProps('enrich', { type: 'checkbox' })} />
          {estimate}
          <Group gap="sm">
            <Button
              type="submit"
              flex="1 1 auto"
              px="xs"
              loading={busy && !stoppable}
              disabled={stoppable}
              leftSection={<Icon of={IconPlayerPlay} size={16} />}
            >
              Start Scraping
            </Button>
            <StopButton flex="1 1 auto" disabled={!stoppable || session.stopping} onClick={onStop} />
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function MostResults({ form }: { form: UseFormReturnType<SearchDraft> }) {
  return (
    <NumberInput
      label="Most results"
      description="Empty for all"
      placeholder="e.g. 100"
      min={1}
      max={LARGEST_SEARCH}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      flex="1 1 9rem"
      {...form.getInputProps('maxResults')}
    />
  );
}
