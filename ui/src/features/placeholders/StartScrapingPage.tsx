/** /scrape: a form whose button only logs (SHL-05). */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { logOnly } from './log-only';
import { PlaceholderForm } from './PlaceholderForm';
import classes from './PlaceholderForm.module.css';

export function StartScrapingPage() {
  const [url, setUrl] = useState('');
  const [extractText, setExtractText] = useState(true);
  const [extractLinks, setExtractLinks] = useState(false);
  return (
    <PlaceholderForm
      action="Start Scraping"
      onSubmit={() => {
        logOnly('Start Scraping', { url, extractText, extractLinks });
      }}
    >
      <TextInput
        label="Website URL"
        type="url"
        placeholder="https://example.com"
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
        }}
      />
      <div className={classes.row}>
        <Checkbox
          label="Extract Text"
          checked={extractText}
          onChange={(event) => {
            setExtractText(event.currentTarget.checked);
          }}
        />
        <Checkbox
          label="Extract Links"
          checked={extractLinks}
          onChange={(event) => {
            setExtractLinks(event.currentTarget.checked);
          }}
        />
      </div>
    </PlaceholderForm>
  );
}
