/** Where e-mails about notices go, once a day at most; nothing where the server sends none. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { useGetNewsMailQuery, useRemoveNewsMailMutation, useSaveNewsMailMutation } from './notices-api';
import type { MailStatus, NewsMailBody } from '@/shared/api/generated';
import classes from './Notices.module.css';

export function MailFoot() {
  const query = useGetNewsMailQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, isError } = query;
  const [isEnded, setIsEnded] = useState(false);
  if (data === undefined ? !isError : !data.can_mail) return null;
  return (
    <section className={classes.mail} aria-label="E-mail">
      {data === undefined ? (
        <LoadFailure text="The settings of e-mails could not be loaded." query={query} />
      ) : data.status === 'on' && data.address !== null ? (
        <On
          address={data.address}
          onEnd={() => {
            setIsEnded(true);
          }}
        />
      ) : (
        <AddressForm mail={data.status === 'none' && isEnded ? { ...data, status: 'off' } : data} />
      )}
    </section>
  );
}

function On({ address, onEnd }: { address: string; onEnd: () => void }) {
  const { stop, stopping, failure } = useStop(onEnd);
  return (
    <>
      <Text size="sm">
        Once a day at most, to <b className={classes.address}>{address}</b>
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" {...ariaDisabled(stopping)} onClick={stop}>
          Turn off
        </Button>
        <Line said={failure} tone="bad" />
      </Group>
    </>
  );
}

const SAID: Partial<Record<MailStatus, string>> = {
  waiting: 'A link was sent. Nothing comes before it is opened.',
  off: 'E-mails are off. Notices stay in the app.',
};

function AddressForm({ mail: { address, status } }: { mail: NewsMailBody }) {
  const [text, setText] = useState(address ?? '');
  const [known, setKnown] = useState(address);
  if (known !== address) {
    setKnown(address);
    setText(address ?? '');
  }
  const input = useFocusThatWasLost(status);
  const [invalid, setInvalid] = useState(false);
  const [send, { isLoading: sending, error }] = useSaveNewsMailMutation();
  const { stop, stopping, failure: unstopped } = useStop();
  const failure = invalid
    ? 'Enter an e-mail address, such as you@example.com.'
    : error === undefined
      ? unstopped
      : errorDetail(error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.trim();
        const looksRight = /^\S+@\S+$/.test(typed);
        setInvalid(!looksRight);
        if (looksRight && !sending) void send({ newsMailAddress: { address: typed } });
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          ref={input}
          type="email"
          label="Once a day at most, to"
          autoComplete="email"
          aria-describedby="mail-line"
          error={invalid || error !== undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <Button size="xs" type="submit" {...ariaDisabled(sending)}>
          Confirm
        </Button>
        {status === 'waiting' ? (
          <Button size="xs" variant="default" {...ariaDisabled(stopping)} onClick={stop}>
            Remove
          </Button>
        ) : null}
      </Group>
      <Line
        id="mail-line"
        {...(failure === null ? { said: SAID[status] } : { said: failure, tone: 'bad' })}
      />
    </form>
  );
}

/** The button that was pressed may be gone. */
function useFocusThatWasLost(status: MailStatus) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) input.current?.focus();
  }, [status]);
  return input;
}

interface LineProps {
  id?: string;
  said: string | null | undefined;
  tone?: 'bad';
}

function Line({ id, said, tone }: LineProps) {
  return (
    <p id={id} className={classes.said} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {said}
    </p>
  );
}

function useStop(onEnd?: () => void) {
  const [remove, { isLoading: stopping, error }] = useRemoveNewsMailMutation();
  return {
    stop: async () => {
      if (stopping) return;
      const { error: failed } = await remove();
      if (failed === undefined) onEnd?.();
    },
    stopping,
    failure: error === undefined ? null : errorDetail(error),
  };
}
