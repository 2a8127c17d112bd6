import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import {
  EMPTY_DRAFT,
  findProblem,
  neededCredits,
  normalizeState,
  parseCities,
  STATE_LENGTH,
  toSearch,
  type Search,
  type SearchDraft,
  type SearchField,
  type SearchProblem,
} from './search-form';

interface SearchFormProps {
  signedIn: boolean;
  /** A job is being started or is under way. */
  busy: boolean;
  canStop: boolean;
  stopping: boolean;
  onStart: (search: Search) => void;
  onStop: () => void;
}

export function SearchForm({ signedIn, busy, canStop, stopping, onStart, onStop }: SearchFormProps) {
  const [draft, setDraft] = useState<SearchDraft>(EMPTY_DRAFT);
  const [problem, setProblem] = useState<SearchProblem | null>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = findProblem(draft, signedIn);
    setProblem(found);
    if (found === null) onStart(toSearch(draft));
    else if (found.field !== null) focusField(event.currentTarget, found.field);
  };

  return (
    <Panel title="New search">
      {/* The rules speak in their own order and words, so the browser's are off. */}
      <form noValidate onSubmit={submit} aria-label="Search">
        <Stack gap="md">
          {problem?.field === null ? <Notice tone="bad">{problem.text}</Notice> : null}
          <SearchFields
            draft={draft}
            problem={problem}
            onChange={(part) => {
              setDraft({ ...draft, ...part });
              setProblem(null);
            }}
          />
          <Group gap="sm" grow>
            <Button
              type="submit"
              loading={busy && !canStop}
              disabled={canStop}
              leftSection={<Icon name="play" size={16} />}
            >
              Start Scraping
            </Button>
            <Button
              variant="default"
              disabled={!canStop || stopping}
              leftSection={<Icon name="stop" size={16} />}
              onClick={onStop}
            >
              Stop Scraping
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

interface SearchFieldsProps {
  draft: SearchDraft;
  problem: SearchProblem | null;
  onChange: (part: Partial<SearchDraft>) => void;
}

function SearchFields({ draft, problem, onChange }: SearchFieldsProps) {
  const errorOf = (field: SearchField) => (problem?.field === field ? problem.text : null);
  return (
    <>
      <TextInput
        name="term"
        label="Search Term"
        placeholder="e.g. coffee shop"
        value={draft.term}
        error={errorOf('term')}
        onChange={(event) => {
          onChange({ term: event.currentTarget.value });
        }}
      />
      <TextInput
        name="state"
        label="State"
        description="Two-letter code"
        placeholder="e.g. OR"
        value={draft.state}
        error={errorOf('state')}
        maxLength={STATE_LENGTH}
        autoCapitalize="characters"
        autoComplete="off"
        w="9rem"
        onChange={(event) => {
          onChange({ state: normalizeState(event.currentTarget.value) });
        }}
      />
      <TextInput
        name="cities"
        label="Cities"
        description={citiesHint(draft.cities)}
        placeholder="e.g. Portland, Bend"
        value={draft.cities}
        error={errorOf('cities')}
        autoComplete="off"
        onChange={(event) => {
          onChange({ cities: event.currentTarget.value });
        }}
      />
      <Checkbox
        label="Comprehensive Enrichment"
        description="Not available in this version yet."
        checked={draft.enrich}
        disabled
        readOnly
      />
    </>
  );
}

function focusField(form: HTMLFormElement, field: SearchField) {
  const input = form.elements.namedItem(field);
  if (input instanceof HTMLInputElement) input.focus();
}

function citiesHint(cities: string): string {
  const count = parseCities(cities).length;
  if (count === 0) return 'Separated by commas';
  const noun = count === 1 ? 'city' : 'cities';
  return `${count} ${noun}: needs ${neededCredits(count)} credits to start`;
}
