import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAuth } from '@/shared/auth/auth-context';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { formatCounted } from '@/shared/lib/format';
import { LONGEST_STATE, NO_STATE, stateCode, stateName, typedState } from '@/shared/lib/us-states';
import { Icon } from '@/shared/ui/Icon';
import { IconPlayerPlay } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { MOST_RESULTS, NEEDED_CREDITS } from './use-enricher';
import type { EnricherQuery } from './search-name';

interface EnricherFormProps {
  busy: boolean;
  onStart: (query: EnricherQuery) => void;
}

export function EnricherForm({ busy, onStart }: EnricherFormProps) {
  const signedIn = useAuth().status === 'signed-in';
  const form = useForm({
    initialValues: { query: '', state: '' },
    clearInputErrorOnChange: true,
    // One message at a time.
    validate: ({ query, state }) => {
      if (query.trim() === '') return { query: 'Please enter a search query' };
      if (state.trim() !== '' && stateCode(state) === null) return { state: NO_STATE };
      return signedIn ? {} : { login: 'User not authenticated' };
    },
  });
  const start = form.onSubmit(({ query, state }) => {
    if (!busy) onStart({ query: query.trim(), state: state.trim() });
  }, focusFirstError(form));
  return (
    <Panel title="What to enrich">
      {/* The rules have their own messages, so the browser's are off. */}
      <form noValidate onSubmit={start} aria-label="Enrichment">
        <Stack gap="md">
          {form.errors.login === undefined ? null : <Notice tone="bad">{form.errors.login}</Notice>}
          <TextInput
            label="Search query"
            description="What to look for, and where"
            placeholder="e.g. breweries in Portland"
            {...form.getInputProps('query')}
          />
          <TextInput
            label="State"
            description={
              stateName(form.values.state) ?? 'Its two-letter code, where the query does not say it'
            }
            placeholder="e.g. OR"
            maxLength={LONGEST_STATE}
            autoCapitalize="characters"
            autoComplete="off"
            {...form.getInputProps('state')}
            onChange={(event) => {
              form.setFieldValue('state', typedState(event.currentTarget.value));
            }}
          />
          <Button type="submit" px="xs" loading={busy} leftSection={<Icon of={IconPlayerPlay} size={16} />}>
            Start Enrichment Process
          </Button>
          <Text size="sm" c="dimmed">
            {`${formatCounted(MOST_RESULTS, 'result')}, ${formatCounted(NEEDED_CREDITS, 'credit')}.`}
          </Text>
        </Stack>
      </form>
    </Panel>
  );
}
