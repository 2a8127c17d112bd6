import { Button, CloseButton, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { formatDateTime } from '@/shared/lib/format';
import { useAccount } from './account';
import { loadNextSteps, storeNextSteps, type NextStep } from './next-steps';
import classes from './Account.module.css';

/** What to do next, with the date of each entry. */
export function NextSteps() {
  const { sub: userId } = useUser();
  const { sessionKey, rowIdx } = useAccount();
  const of = { userId, sessionKey, rowIdx };
  const [steps, setSteps] = useState(() => loadNextSteps(of));
  const [kept, setKept] = useState(true);
  const [text, setText] = useState('');
  const keep = (next: NextStep[]) => {
    setSteps(next);
    setKept(storeNextSteps(of, next));
  };
  return (
    <div className={classes.stack}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep([{ text: text.trim(), at: Date.now() }, ...steps]);
          setText('');
        }}
      >
        <Textarea
          label="Next step"
          rows={3}
          resize="vertical"
          maxLength={2_000}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <Group mt="sm" gap="sm">
          <Button type="submit" disabled={text.trim() === ''}>
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
                  keep(steps.filter((each) => each !== step));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
