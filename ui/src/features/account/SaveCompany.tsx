/** Saves the business to My Companies; plans without it get a link to the plans. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isUnanswered, type ApiError } from '@/shared/api/api-error';
import { useCredits } from '@/shared/credits/use-credits';
import { paths } from '@/shared/paths';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { useAccount } from './account';
import { useSaveCompanyMutation } from './account-api';
import { useCrm } from './crm-record';
import classes from './Account.module.css';

const MESSAGE_MS = 3_000;

export function SaveCompany() {
  const { sessionKey, rowIdx } = useAccount();
  const { currentData: credits } = useCredits();
  const { companyId } = useCrm();
  const [send, { isLoading }] = useSaveCompanyMutation();
  const [message, setMessage] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<'none' | 'saved' | 'failed'>('none');

  const [seen, setSeen] = useState(companyId);
  if (seen !== companyId) {
    // Saved or removed, here or elsewhere: the last outcome is obsolete.
    setSeen(companyId);
    setOutcome('none');
  }
  const isSaved = companyId !== null || outcome === 'saved';

  useEffect(() => {
    if (message === null) return undefined;
    const timer = setTimeout(() => {
      setMessage(null);
    }, MESSAGE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [message]);

  if (credits?.can_save_companies === false) {
    return (
      <Button component={Link} to={paths.plans()} variant="default">
        Upgrade to Save Companies
      </Button>
    );
  }
  const save = async () => {
    // A previous message is obsolete, and the next one has its own time.
    setMessage(null);
    if (credits === undefined) {
      setMessage('Loading user profile... Please try again in a moment.');
      return;
    }
    try {
      const answer = await send({
        saveCompany: { session_id: sessionKey, user_id: credits.user_id, business_data: { row_idx: rowIdx } },
      }).unwrap();
      setOutcome('saved');
      setMessage(answer.already_exists ? 'Company already saved!' : 'Company saved to My Companies!');
    } catch (failure) {
      setOutcome('failed');
      setMessage(failureText(failure));
    }
  };
  return (
    <Group gap="sm">
      <span role="status" className={classes.saved}>
        {message}
      </span>
      <Button
        aria-busy={isLoading}
        {...ariaDisabled(isLoading || isSaved)}
        onClick={() => {
          if (!isLoading && !isSaved) void save();
        }}
      >
        {isSaved ? 'Saved' : outcome === 'failed' ? 'Try again' : 'Save to My Companies'}
      </Button>
    </Group>
  );
}

function failureText(failure: unknown): string {
  if (isUnanswered(failure)) return 'Network error saving company';
  const { status, detail } = failure as Partial<ApiError>;
  if (status === undefined) return 'Failed to save company';
  const text = `Failed to save company (${status})`;
  return detail === undefined ? text : `${text}: ${detail}`;
}
