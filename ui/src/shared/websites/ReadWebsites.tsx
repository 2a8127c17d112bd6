/** Reading the websites of several businesses: the button, the question and the progress. */
import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import type { JobBody, ReadWebsites, Wanted } from '@/shared/api/generated';
import { useConfig } from '@/shared/config/config-context';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
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
  const [wants, setWants] = useState<readonly Wanted[]>(AT_FIRST);
  const [count, counted] = api.useEstimateWebsitesMutation();
  if (!isOn) return null;
  const isOff = disabled || reading.running || left === 0;
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        px="sm"
        variant="default"
        {...ariaDisabled(isOff)}
        onClick={() => {
          if (isOff) return;
          setWants(AT_FIRST);
          void count({ readWebsites: whose });
          setAsking(true);
        }}
      >
        Read websites
      </Button>
      {left === 0 ? <NoCredits /> : null}
      {/* Always there, so that it gives the focus back. */}
      <Question
        opened={asking}
        count={counted.data?.websites ?? null}
        failure={counted.error === undefined ? null : errorDetail(counted.error)}
        left={left}
        wants={wants}
        onWants={setWants}
        onCancel={close}
        onConfirm={() => {
          close();
          // Those that were counted.
          void reading.start({ ...(counted.originalArgs?.readWebsites ?? whose), wants: [...wants] });
        }}
      />
    </>
  );
}

/** E-mail alone is ticked. */
const AT_FIRST: readonly Wanted[] = ['email'];

interface QuestionProps {
  opened: boolean;
  /** How many websites there are to read; null until known. */
  count: number | null;
  /** Why it is not known. */
  failure: string | null;
  left: number | undefined;
  wants: readonly Wanted[];
  onWants: (wants: readonly Wanted[]) => void;
  onCancel: () => void;
  onConfirm: () => void;
}

function Question(props: QuestionProps) {
  const { opened, count, failure, left, wants, onWants, onCancel, onConfirm } = props;
  const websites = count === null ? 'websites' : websitesText(count);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Read ${websites}?`}
      confirm={`Read ${websites}`}
      cancel="Not now"
      disabled={count === null || wants.length === 0}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {failure === null ? (
        <Stack gap="sm">
          <Checkbox.Group
            label="What you want to know"
            value={[...wants]}
            onChange={(chosen) => {
              onWants(WANTED.map(({ value }) => value).filter((value) => chosen.includes(value)));
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

/** How far a reading is, then what came of it. */
export function ReadingState({ reading }: { reading: Reading }) {
  const { job, running, failure } = reading;
  // A start that failed takes the place of an earlier outcome, but not of a reading that goes on.
  const isShown = failure === null || running;
  return (
    <>
      {failure === null ? null : <Notice tone="bad">{failure.text}</Notice>}
      {job === null && running ? <Text role="status">Starting to read websites...</Text> : null}
      {job !== null && isShown ? <JobState job={job} reading={reading} /> : null}
    </>
  );
}

function JobState({ job, reading }: { job: JobBody; reading: Reading }) {
  const { stop, stopping, stopFailure } = reading;
  return (
    <>
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
              {...ariaDisabled(stopping)}
              onClick={() => void stop()}
            >
              Stop reading
            </Button>
          </>
        )}
      </div>
      {job.ended || stopFailure === null ? null : <Notice tone="bad">{stopFailure}</Notice>}
    </>
  );
}
