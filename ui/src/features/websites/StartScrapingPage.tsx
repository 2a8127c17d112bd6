/** /scrape: reads the pages of an address; shows what a job has read. */
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { JobBody, WebsitePages } from '@/shared/api/generated';
import { useConfig } from '@/shared/config/config-context';
import { useIsMounted } from '@/shared/lib/use-is-mounted';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { PageHeader } from '@/shared/ui/PageHeader';
import { NoCredits, useCreditsLeft } from '@/shared/websites/NoCredits';
import { useReading, type Reading, type StartFailure } from '@/shared/websites/use-reading';
import { leftText, READING_IS_OFF } from '@/shared/websites/words';
import { ReadSite } from './ReadSite';
import { usePages, whyNothing } from './pages';
import classes from './Websites.module.css';

const JOB_PARAM = 'job';
const MOST_PAGES = 5;

export function StartScrapingPage() {
  const [params, setParams] = useSearchParams();
  const reading = useReading(params.get(JOB_PARAM));
  const pages = usePages(reading.job);
  const isMounted = useIsMounted();
  const started = (jobId: string) => {
    // Another page is shown: its address is not this one's to change.
    if (!isMounted.current) return;
    setParams(
      (now) => {
        now.set(JOB_PARAM, jobId);
        return now;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <>
      <PageHeader description="Reads a website for its text, its links and what it says of the business." />
      <ScrapeForm
        reading={reading}
        nothing={nothingText(reading.job, pages.currentData)}
        onStarted={started}
      />
      <ReadSite reading={reading} pages={pages} />
    </>
  );
}

const free = (text: string) => `${text} Nothing was charged.`;

/** Why nothing came of a reading that has ended; null if something did. */
function nothingText(job: JobBody | null, pages: WebsitePages | undefined): string | null {
  const why = pages === undefined ? null : whyNothing(pages);
  return why === null || job?.credits_charged !== 0 ? why : free(why);
}

/** Without the server's answer it may read, and charge. */
function failureText(failure: StartFailure | null): string | null {
  if (failure === null) return null;
  return failure.refused ? free(failure.text) : failure.text;
}

interface ScrapeFormProps {
  reading: Reading;
  /** Why nothing came of the last reading; null if something did. */
  nothing: string | null;
  onStarted: (jobId: string) => void;
}

function ScrapeForm({ reading, nothing, onStarted }: ScrapeFormProps) {
  const { reads_websites: isOn } = useConfig();
  const left = useCreditsLeft();
  const [url, setUrl] = useState('');
  const [text, setText] = useState(true);
  const [links, setLinks] = useState(false);
  const [whole, setWhole] = useState(false);
  const [invalid, setInvalid] = useState<string | null>(null);
  const isOff = !isOn || left === 0;

  const submit = async () => {
    if (isOff || reading.running) return;
    const refusal = invalidText(url, text || links);
    setInvalid(refusal);
    if (refusal !== null) return;
    const jobId = await reading.start({
      url: url.trim(),
      extract_text: text,
      extract_links: links,
      whole_site: whole,
    });
    if (jobId !== null) onStarted(jobId);
  };
  const failure = invalid ?? failureText(reading.failure) ?? (reading.running ? null : nothing);

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label="Website URL"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com"
        aria-describedby="scrape-message"
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
        }}
      />
      <div className={classes.row}>
        <Box label="Extract Text" checked={text} onChange={setText} />
        <Box label="Extract Links" checked={links} onChange={setLinks} />
        <Box label={`Whole site (up to ${MOST_PAGES} pages)`} checked={whole} onChange={setWhole} />
      </div>
      <div className={classes.foot}>
        <Button type="submit" {...ariaDisabled(isOff || reading.running)}>
          Start Scraping
        </Button>
        <Price isOn={isOn} left={left} whole={whole} />
        <p id="scrape-message" className={classes.message} data-tone="bad" role="alert">
          {failure}
        </p>
      </div>
    </form>
  );
}

function invalidText(url: string, wantsSomething: boolean): string | null {
  if (url.trim() === '') return free('Enter a website address, such as example.com.');
  return wantsSomething ? null : free('Choose text, links or both.');
}

interface PriceProps {
  isOn: boolean;
  left: number | undefined;
  whole: boolean;
}

/** What it costs, or why it cannot be had. */
function Price({ isOn, left, whole }: PriceProps) {
  if (isOn && left === 0) return <NoCredits />;
  const price = whole
    ? `1 credit for each page, at most ${MOST_PAGES}, 0 where nothing comes.`
    : '1 credit, 0 where nothing comes.';
  return (
    <Text size="sm" c="dimmed">
      {isOn ? price + leftText(left) : READING_IS_OFF}
    </Text>
  );
}

interface BoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Box({ label, checked, onChange }: BoxProps) {
  return (
    <Checkbox
      label={label}
      checked={checked}
      onChange={(event) => {
        onChange(event.currentTarget.checked);
      }}
    />
  );
}
