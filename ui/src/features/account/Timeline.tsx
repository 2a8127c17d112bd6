/** The changes to a business's record and listing, by whom and when; newest first, older ones on demand. */
import { Button, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState } from 'react';
import type { CrmField, TimelineBody, TimelineEntry } from '@/shared/api/generated';
import { changeText as listingText, isOfListing } from '@/shared/companies/changed';
import { formatDate, formatDateTime } from '@/shared/lib/format';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { useAccount } from './account';
import { useGetTimelineQuery } from './account-api';
import { crmLabel, FOLLOW_UP_LABEL } from './crm';
import { useCrm } from './crm-record';
import classes from './Account.module.css';

const WHO: Record<string, string> = { you: 'You', operator: 'The operator', system: 'DemandAtlas' };
const FOLLOW_UP_NAME = 'followUpDate';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function changeText(fields: readonly CrmField[], entry: TimelineEntry): string {
  const { field: name, from, to } = entry;
  if (isOfListing(entry)) return listingText({ field: name, before: from ?? null, after: to ?? null });
  const field = fields.find(({ key }) => key === name);
  const label = name === FOLLOW_UP_NAME ? FOLLOW_UP_LABEL : crmLabel(fields, name);
  const isDay = name === FOLLOW_UP_NAME || field?.kind === 'day';
  const text = (value: string | null | undefined) => {
    // A value never set reads as in the form.
    if (value == null || value === '') return field?.choices?.[0] ?? 'empty';
    return isDay && DAY.test(value) ? formatDate(value) : value;
  };
  return `${label}: ${text(from)} → ${text(to)}`;
}

export function Timeline() {
  const { sessionKey, rowIdx } = useAccount();
  const { data, error, isFetching, refetch } = useGetTimelineQuery({ sessionKey, rowIdx });
  const [again, setAgain] = useState(false);
  // After a failed call it stays during the retry, and so does the focus.
  if (data === undefined ? error === undefined : data.timeline.length === 0) return null;
  return (
    <div>
      <h3 className={classes.timelineHead}>Timeline</h3>
      {data === undefined ? (
        <LoadFailure
          text="The timeline could not be loaded."
          query={{
            isFetching,
            refetch: () => {
              setAgain(true);
              if (!isFetching) void refetch();
            },
          }}
        />
      ) : (
        <ol className={classes.timeline} aria-label="Timeline">
          <Changes page={data} asked={again} />
        </ol>
      )}
    </div>
  );
}

interface ChangesProps {
  page: TimelineBody;
  /** Loaded on request, so the focus should move there. */
  asked?: boolean;
}

/** A page of changes, followed by the link to the previous page. */
function Changes({ page: { timeline, next_before: before }, asked = false }: ChangesProps) {
  const first = useRef<HTMLLIElement>(null);
  const { fields } = useCrm();
  useEffect(() => {
    // The pressed button is gone; unless the focus has moved elsewhere.
    if (asked && document.activeElement === document.body) first.current?.focus();
  }, [asked]);
  return (
    <>
      {timeline.map((entry, index) => (
        <li
          key={`${entry.at} ${entry.field} ${index}`}
          {...(asked && index === 0 ? { ref: first, tabIndex: -1 } : {})}
        >
          <Text size="xs" c="dimmed">
            {formatDateTime(entry.at)} · {WHO[entry.by] ?? entry.by}
          </Text>
          <Text size="sm" className={classes.change}>
            {changeText(fields, entry)}
          </Text>
        </li>
      ))}
      {before == null ? null : <Earlier before={before} />}
    </>
  );
}

/** The previous page, loaded on request. It stays when a save shifts its start. */
function Earlier({ before }: { before: number }) {
  const { sessionKey, rowIdx } = useAccount();
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useGetTimelineQuery(
    asked ? { sessionKey, rowIdx, before } : skipToken,
  );
  return (
    <>
      {data === undefined ? null : <Changes page={data} asked />}
      {data !== undefined && error === undefined ? null : (
        <li>
          <Button
            variant="subtle"
            size="xs"
            aria-busy={isFetching}
            onClick={() => {
              if (!asked) setAsked(true);
              else if (!isFetching) void refetch();
            }}
          >
            {error === undefined ? 'Show earlier changes' : 'Earlier changes could not be loaded. Try Again'}
          </Button>
        </li>
      )}
    </>
  );
}
