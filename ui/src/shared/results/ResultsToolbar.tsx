import { Anchor, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { NO_MAP } from '@/shared/lib/google-place';
import type { DebouncedText } from '@/shared/lib/use-debounced-text';
import type { ResultRow } from './result-columns';
import type { ViewChoice } from './results-view';
import classes from './ResultsTable.module.css';

/** Beyond this the map page fetches the rows itself: the browser's history is no place for them. */
const MOST_HANDED_OVER = 500;

interface ResultsToolbarProps {
  /** The page with all rows on a map; null if they may not be on one. */
  mapPage: string | null;
  /** All loaded rows; complete if no more will come. */
  rows: readonly ResultRow[];
  complete: boolean;
  running: boolean;
  filter: DebouncedText;
  /** How many rows pass the filter; null without one. */
  found: number | null;
  view: ViewChoice;
  columns: ReactNode;
  children: ReactNode;
}

/** Above the rows: filter, columns, view. */
export function ResultsToolbar(props: ResultsToolbarProps) {
  const { mapPage, rows, complete, running, filter, found, view, columns, children } = props;
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Group align="flex-end" gap="xs">
        <TextInput
          size="sm"
          label="Filter rows"
          className={classes.filter ?? ''}
          value={filter.text}
          onBlur={filter.settle}
          onChange={(event) => {
            filter.type(event.currentTarget.value);
          }}
        />
        {columns}
        <Text size="sm" c="dimmed" role="status" lh="36px">
          {found === null ? null : `${formatNumber(found)} of ${formatCounted(rows.length, 'row')}`}
        </Text>
      </Group>
      {children}
      {mapPage === null ? (
        <Text size="sm" c="dimmed" lh="36px">
          {NO_MAP}
        </Text>
      ) : (
        <Group gap="sm">
          <Anchor
            component={Link}
            size="sm"
            to={mapPage}
            state={complete && !running && rows.length <= MOST_HANDED_OVER ? { results: rows } : null}
          >
            All results on a map
          </Anchor>
          <SegmentedControl
            size="sm"
            aria-label="Show results as"
            data={view.views}
            value={view.view}
            onChange={view.choose}
          />
        </Group>
      )}
    </Group>
  );
}
