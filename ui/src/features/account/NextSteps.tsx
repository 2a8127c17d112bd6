import { Button, CloseButton, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { focusNeighbor } from '@/shared/lib/focus-neighbor';
import { formatDateTime } from '@/shared/lib/format';
import { moveNotes, useLocalNotes } from '@/shared/lib/local-notes';
import { useUndoToast } from '@/shared/ui/Toast';
import { useAccount } from './account';
import { useCrm } from './crm-record';
import { isNextStep, nextStepsKey, stepsTogether, withoutStep, withStep, type NextStep } from './next-steps';
import classes from './Account.module.css';

/** The next steps, each with its date. */
export function NextSteps() {
  const { steps, kept, add, remove } = useNextSteps();
  const { nextStep, writeNextStep } = useCrm();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.stack}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add({ text: nextStep.trim(), at: Date.now() });
          writeNextStep('');
          // Save is disabled then and cannot keep the focus.
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
                onClick={({ currentTarget }) => {
                  const section = currentTarget.closest('section');
                  if (focusNeighbor(currentTarget.closest('li')) === null)
                    section?.querySelector<HTMLElement>('[data-account-section]')?.focus();
                  remove(step);
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
  const showUndo = useUndoToast();
  const { businessId } = useCrm();
  const ofRow = nextStepsKey({ userId, sessionKey, rowIdx, businessId: null });
  const key = nextStepsKey({ userId, sessionKey, rowIdx, businessId });
  const { list: steps, kept, keep } = useLocalNotes(key, isNextStep);
  // After its listeners.
  useEffect(() => {
    if (key !== ofRow) moveNotes({ from: ofRow, to: key }, isNextStep, stepsTogether);
  }, [key, ofRow]);
  const add = (step: NextStep) => {
    keep((stored) => withStep(stored, step));
  };
  return {
    steps,
    kept,
    add,
    remove: (step: NextStep) => {
      keep((stored) => withoutStep(stored, step));
      showUndo({
        text: 'Removed 1 next step.',
        onUndo: () => {
          add(step);
          return Promise.resolve(null);
        },
      });
    },
  };
}
