import { Button, CloseButton, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { formatDateTime } from '@/shared/lib/format';
import { hearWritten } from '@/shared/lib/browser-storage';
import { useAccount } from './account';
import { useCrm } from './crm-record';
import { loadNextSteps, storeNextSteps, type NextStep } from './next-steps';
import classes from './Account.module.css';

/** What to do next, with the date of each entry. */
export function NextSteps() {
  const { steps, kept, keep } = useNextSteps();
  const { nextStep, writeNextStep } = useCrm();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.stack}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const step = { text: nextStep.trim(), at: Date.now() };
          keep((stored) => [step, ...stored]);
          writeNextStep('');
          // Save is disabled then, and keeps no focus.
          field.current?.focus();
        }}
      >
        <Textarea
          ref={field}
          label="Next step"
          rows={3}
          resize="vertical"
          maxLength={2_000}
          value={nextStep}
          onChange={(event) => {
            writeNextStep(event.currentTarget.value);
          }}
        />
        <Group mt="sm" gap="sm">
          <Button type="submit" disabled={nextStep.trim() === ''}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            {kept ? 'Kept in this browser only.' : 'This browser has no room: kept until the page is closed.'}
          </Text>
        </Group>
      </form>
      {steps.length === 0 ? null : (
        <ul className={classes.steps} aria-label="Next steps">
          {steps.map((step) => (
            <li key={step.at}>
              <div>
                <time className={classes.missing} dateTime={new Date(step.at).toISOString()}>
                  {formatDateTime(step.at)}
                </time>
                <p>{step.text}</p>
              </div>
              <CloseButton
                aria-label={`Remove the step of ${formatDateTime(step.at)}`}
                onClick={() => {
                  keep((stored) => stored.filter(({ at, text }) => at !== step.at || text !== step.text));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useNextSteps() {
  const { sub: userId } = useUser();
  const { sessionKey, rowIdx } = useAccount();
  const of = useMemo(() => ({ userId, sessionKey, rowIdx }), [userId, sessionKey, rowIdx]);
  const [steps, setSteps] = useState(() => loadNextSteps(of));
  const [kept, setKept] = useState(true);
  useEffect(
    () =>
      hearWritten(() => {
        setSteps(loadNextSteps(of));
      }),
    [of],
  );
  return {
    steps,
    /** Whether the browser keeps them beyond this page. */
    kept,
    /** Changes what is stored now: another tab may have kept some meanwhile. */
    keep: (change: (stored: NextStep[]) => NextStep[]) => {
      const next = change(loadNextSteps(of));
      setSteps(next);
      setKept(storeNextSteps(of, next));
    },
  };
}
