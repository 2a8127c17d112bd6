/** Erases what the user saved and wrote, after a typed confirmation, since it cannot be undone. */
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { useUser } from '@/shared/auth/auth-context';
import { changesCompanies } from '@/shared/companies/companies-in-tabs';
import { removeNotes } from '@/shared/lib/local-notes';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { Notice } from '@/shared/ui/Notice';

const WORD = 'ERASE';

interface EraseDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function EraseDialog({ opened, onClose }: EraseDialogProps) {
  const { sub } = useUser();
  const [typed, setTyped] = useState('');
  const [erase, { isLoading, isSuccess, data, error, reset }] = useEraseOwnDataMutation();
  const isMeant = typed.trim() === WORD;
  const close = () => {
    setTyped('');
    reset();
    onClose();
  };
  const confirmed = async () => {
    const { error: failed } = await erase({ eraseOwnData: { confirmation: WORD } });
    // Also while the server still erases traces in files.
    if (failed === undefined) removeNotes(sub);
  };
  if (isSuccess) {
    return (
      <ConfirmDialog
        opened={opened}
        title="Your data is erased"
        confirm="Done"
        onConfirm={close}
        onCancel={close}
      >
        {data.message ?? 'What you saved and wrote is gone. Your searches and credits are as they were.'}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Erase what you saved and wrote?"
      confirm="Erase for ever"
      cancel="Keep it"
      danger
      busy={isLoading}
      disabled={!isMeant}
      onConfirm={() => void confirmed()}
      onCancel={close}
    >
      <Text>
        My Companies, notes, contacts, statuses, tags and next steps are erased, and nothing brings them back.
        Your searches, credits and ledger stay.
      </Text>
      <TextInput
        mt="md"
        label={`Type ${WORD} to go on`}
        value={typed}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      {error === undefined ? null : <Notice tone="bad">{error.message}</Notice>}
    </ConfirmDialog>
  );
}

/** The call that erases the user's saved companies and notes, and what it invalidates. */
const ownDataApi = api.enhanceEndpoints({
  endpoints: { eraseOwnData: changesCompanies },
});

export const { useEraseOwnDataMutation } = ownDataApi;
