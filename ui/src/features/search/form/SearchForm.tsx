import { Anchor, Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { useAuth } from '@/shared/auth/auth-context';
import { useCredits } from '@/shared/credits/use-credits';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { formatCounted } from '@/shared/lib/format';
import { LONGEST_STATE, stateName, typedState } from '@/shared/lib/us-states';
import { Icon } from '@/shared/ui/Icon';
import { IconPlayerPlay } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import type { AreaDraft, AreaKind } from '../area/area-draft';
import { AreaFields } from '../area/AreaFields';
import { neededCredits } from '../needed-credits';
import { CitiesInput } from './CitiesInput';
import { NEEDS_TIER } from '@/shared/credits/credit-check';
import { canStop, isBusy, type Session } from '@/shared/job/session';
import { StopButton } from '@/shared/job/StopButton';
import {
  findProblem,
  LONGEST_TERM,
  parseCities,
  toSearch,
  type Search,
  type SearchDraft,
} from './search-form';

/** More rows than any search has. */
const LARGEST_SEARCH = 1_000_000;

interface SearchFormProps {
  /** The initial values; source and area are chosen beside the form. */
  draft: SearchDraft;
  /** Called with the draft on each change. */
  onDraft: (draft: SearchDraft) => void;
  onBy: (by: SearchDraft['by']) => void;
  onArea: (change: (area: AreaDraft) => AreaDraft) => void;
  /** While it runs, no other search can start. */
  session: Session;
  onStart: (search: Search) => void;
  onStop: () => void;
  /** The map of the area, below its fields; null if it stands elsewhere. */
  areaMap: ReactNode;
  /** The highest cost, above the start button. */
  estimate: ReactNode;
}

export function SearchForm(props: SearchFormProps) {
  const { draft: kept, onDraft, onBy, onArea, session, onStart, onStop, areaMap, estimate } = props;
  const busy = isBusy(session);
  const stoppable = canStop(session);
  const signedIn = useAuth().status === 'signed-in';
  /** With what is chosen beside the form. */
  const whole = (draft: SearchDraft): SearchDraft => ({
    ...draft,
    source: kept.source,
    by: kept.by,
    area: kept.area,
  });
  const form = useForm<SearchDraft>({
    initialValues: kept,
    clearInputErrorOnChange: true,
    onValuesChange: onDraft,
    // One message at a time, in the order of the rules.
    validate: (draft) => {
      const problem = findProblem(whole(draft), signedIn);
      return problem === null ? {} : { [problem.field]: problem.text };
    },
  });
  const start = form.onSubmit((draft) => {
    if (!busy) onStart(toSearch(whole(draft)));
  }, focusFirstProblem(form));
  const place: PlaceProps = {
    by: kept.by,
    area: kept.area,
    onBy: (by) => {
      form.clearErrors();
      onBy(by);
    },
    onArea: (change) => {
      form.clearFieldError('area');
      onArea(change);
    },
    map: areaMap,
  };

  return (
    <Panel title="New search">
      {/* The rules have their own order and messages, so the browser's are off. */}
      <form noValidate onSubmit={start} aria-label="Search">
        <Stack gap="md">
          {form.errors.login === undefined ? null : <Notice tone="bad">{form.errors.login}</Notice>}
          <SearchFields form={form} place={place} />
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

/** An area without a field of its own shows its message where the field would be. */
function focusFirstProblem(form: UseFormReturnType<SearchDraft>) {
  const focusField = focusFirstError(form);
  return (errors: FormErrors) => {
    if (errors.area === undefined) focusField(errors);
    else {
      // Once the message is there.
      setTimeout(() => {
        document.querySelector<HTMLElement>('[data-area-error], form [name="area"]')?.focus();
      });
    }
  };
}

interface PlaceProps extends Pick<SearchDraft, 'by' | 'area'> {
  onBy: (by: SearchDraft['by']) => void;
  onArea: SearchFormProps['onArea'];
  map: ReactNode;
}

function SearchFields({ form, place }: { form: UseFormReturnType<SearchDraft>; place: PlaceProps }) {
  // Until the plan is known the server decides.
  const mayEnrich = useCredits().data?.can_enrich !== false;
  return (
    <>
      <TextInput
        label="Search Term"
        placeholder="e.g. coffee shop"
        maxLength={LONGEST_TERM}
        {...form.getInputProps('term')}
      />
      <Group gap="sm" align="flex-start">
        <TextInput
          label="State"
          description={
            place.by === 'cities'
              ? (stateName(form.values.state) ?? 'Its two-letter code')
              : 'Not needed with an area'
          }
          disabled={place.by !== 'cities'}
          placeholder="e.g. OR"
          maxLength={LONGEST_STATE}
          autoCapitalize="characters"
          autoComplete="off"
          flex="1 1 9rem"
          {...form.getInputProps('state')}
          onChange={(event) => {
            form.setFieldValue('state', typedState(event.currentTarget.value));
          }}
        />
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
      </Group>
      <Place form={form} place={place} />
      <Checkbox
        label="Comprehensive Enrichment"
        description={mayEnrich ? '60+ public facts about each result, for one more credit each' : NEEDS_TIER}
        disabled={!mayEnrich}
        {...form.getInputProps('enrich', { type: 'checkbox' })}
      />
    </>
  );
}

/** Cities, or an area in their place. */
function Place({ form, place }: { form: UseFormReturnType<SearchDraft>; place: PlaceProps }) {
  const { by, area, onBy, onArea, map } = place;
  const [lastKind, setLastKind] = useState<AreaKind>(by === 'cities' ? 'counties' : by);
  const choose = (kind: AreaKind) => {
    setLastKind(kind);
    onBy(kind);
  };
  return (
    <Stack gap={6}>
      {by === 'cities' ? (
        <CitiesInput
          label="Cities"
          description={citiesHint(form.values.cities)}
          placeholder={form.values.cities === '' ? 'e.g. Portland, Bend' : ''}
          state={form.values.state}
          {...form.getInputProps('cities')}
          value={form.values.cities}
        />
      ) : (
        <AreaFields
          kind={by}
          area={area}
          state={form.values.state}
          error={typeof form.errors.area === 'string' ? form.errors.area : null}
          onKind={choose}
          onArea={onArea}
        />
      )}
      {map}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() => {
          if (by === 'cities') choose(lastKind);
          else onBy('cities');
        }}
      >
        {by === 'cities' ? 'Search by county, radius or map area' : 'Search by city'}
      </Anchor>
    </Stack>
  );
}

function citiesHint(cities: string): string {
  const count = parseCities(cities).length;
  return count === 0
    ? 'Separated by commas'
    : `${formatCounted(count, 'city', 'cities')}: needs ${formatCounted(neededCredits(count), 'credit')} to start`;
}
