/** Reading the websites of several businesses: the button, the question and the progress. */
import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import type { ReadWebsites, Wanted } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useConfig } from '@/shared/config/config-context';
import { Icon } from '@/shared/ui/Icon';
import { IconPlayerStop } from '@/shared/ui/icons';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { Notice } from '@/shared/ui/Notice';
import { NoCredits, useCreditsLeft } from './NoCredits';
import { priceText, WANTED, websitesText } from './words';
import type { Reading } from './use-reading';
import classes from './ReadWebsites.module.css';

/** Whose websites: a session's, or saved companies'. */
export type WhoseWebsites = Pick<ReadWebsites, 'session_key' | 'companies'>;

interface ReadWebsitesButtonProps {
  whose: WhoseWebsites;
  reading: Reading;
  disabled?: boolean;
}

/** Asks what is wanted, states the price, starts. Absent where the operator has not switched reading on. */
export function ReadWebsitesButton({ whose, reading, disabled = false }: ReadWebsitesButtonProps) {
  const { reads_websites: isOn } = useConfig();
  const left = useCreditsLeft();
  const [asking, setAsking] = useState(false);
  if (!isOn) return null;
  return (
    <>
      <Button
        size="sm"
        px="sm"
        variant="default"
        disabled={disabled || reading.running || left === 0}
        onClick={() => {
          setAsking(true);
        }}
      >
        Read websites
      </Button>
      {left === 0 ? <NoCredits /> : null}
      {asking ? (
        <Question
          whose={whose}
          left={left}
          onCancel={() => {
            setAsking(false);
          }}
          onConfirm={(wants) => {
            setAsking(false);
            void reading.start({ ...whose, wants });
          }}
        />
      ) : null}
    </>
  );
}

interface QuestionProps {
  whose: WhoseWebsites;
  left: number | undefined;
  onCancel: () => void;
  onConfirm: (wants: Wanted[]) => void;
}

/** E-mail alone is ticked at first. */
function Question({ whose, left, onCancel, onConfirm }: QuestionProps) {
  const { count, failure } = useCount(whose);
  const [wants, setWants] = useState<Wanted[]>(['email']);
  const websites = count === null ? 'websites' : websitesText(count);
  return (
    <ConfirmDialog
      opened
      title={`Read ${websites}?`}
      confirm={`Read ${websites}`}
      cancel="Not now"
      disabled={count === null || wants.length === 0}
      onCancel={onCancel}
      onConfirm={() => {
        onConfirm(wants);
      }}
    >
      {failure === null ? (
        <Stack gap="sm">
          <Checkbox.Group
            label="What you want to know"
            value={wants}
            onChange={(chosen) => {
              setWants(WANTED.map(({ value }) => value).filter((value) => chosen.includes(value)));
            }}
          >
            <Group gap="md" mt="xs">
              {WANTED.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <Text role="status">
            {count === null
              ? 'Counting the websites...'
              : wants.length === 0
                ? 'Choose what you want to know.'
                : priceText(count, left)}
          </Text>
        </Stack>
      ) : (
        <Text role="alert">{failure}</Text>
      )}
    </ConfirmDialog>
  );
}

/** How many websites there are to read; null until known. */
function useCount(whose: WhoseWebsites): { count: number | null; failure: string | null } {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState<{ count: number | null; failure: string | null }>({
    count: null,
    failure: null,
  });
  const asked = JSON.stringify(whose);
  useEffect(() => {
    const readWebsites = JSON.parse(asked) as WhoseWebsites;
    const call = dispatch(api.endpoints.estimateWebsites.initiate({ readWebsites }, { track: false }));
    let isHere = true;
    call.unwrap().then(
      ({ websites }) => {
        if (isHere) setAnswer({ count: websites, failure: null });
      },
      (failure: unknown) => {
        if (isHere) setAnswer({ count: null, failure: errorDetail(failure) });
      },
    );
    return () => {
      isHere = false;
    };
  }, [asked, dispatch]);
  return answer;
}

/** How far a reading is, then what came of it. */
export function ReadingState({ reading: { job, running, failure, stop } }: { reading: Reading }) {
  if (failure !== null) return <Notice tone="bad">{failure}</Notice>;
  if (job === null) return running ? <Text role="status">Starting to read websites...</Text> : null;
  return (
    <div className={classes.state}>
      <Text size="sm" role="status" className={classes.words ?? ''}>
        {job.message}
      </Text>
      {job.ended ? null : (
        <>
          <Progress value={job.progress} className={classes.bar ?? ''} aria-label="Websites read" />
          <Button
            size="xs"
            variant="default"
            px="xs"
            leftSection={<Icon of={IconPlayerStop} size={16} />}
            onClick={stop}
          >
            Stop reading
          </Button>
        </>
      )}
    </div>
  );
}
