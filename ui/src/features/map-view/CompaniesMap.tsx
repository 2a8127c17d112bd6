/** The map of saved companies between its filters and its list. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { NO_GROUPS } from '@/shared/companies/company-filters';
import { formatCounted, formatMiles, formatNumber } from '@/shared/lib/format';
import { loadMap, MapFrame } from '@/shared/map/MapFrame';
import { paths } from '@/shared/paths';
import { StatusChip } from '@/shared/status/StatusChip';
import { FilterPanel } from './FilterPanel';
import { placeOf, type MappedCompany } from './mapped-company';
import type { CompaniesMapState } from './use-companies-map';
import { MOST_STOPS, type Visits } from './use-visits';
import classes from './MapView.module.css';

// While the companies are on their way.
loadMap();

/** Narrower windows have the filters in a sheet. */
export const NO_ROOM_FOR_FILTERS = '(max-width: 79.99em)';

const NOUN = { one: 'company', many: 'companies' };

export function CompaniesMap({ state }: { state: CompaniesMapState }) {
  const { choices, filters, setFilters, points, map, onMove, visits, setVisit } = state;
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  // Otherwise its popup would come back with it and take the focus.
  if (selected !== null && !points.some(({ id }) => id === selected)) setSelected(null);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  const narrow = useMediaQuery(NO_ROOM_FOR_FILTERS, false, { getInitialValueInEffect: false });
  const ordered = visits !== null && visits !== 'tooMany';
  return (
    <div className={classes.page}>
      {narrow ? null : <FilterPanel choices={choices} filters={filters} onChange={setFilters} />}
      <div className={classes.map}>
        <MapFrame
          points={points}
          noun={NOUN}
          {...map}
          {...(ordered ? { lines: [visits.line] } : {})}
          onMove={onMove}
          marked={marked}
          onSelect={setSelected}
          onHover={setHovered}
          list="right"
          foot={visits === null ? undefined : <VisitNote visits={visits} onFromCenter={state.orderVisits} />}
          popup={({ id }) => {
            const point = points.find((each) => each.id === id);
            return point === undefined ? null : (
              <CompanyPopup
                company={point.company}
                onVisitFirst={
                  ordered
                    ? () => {
                        setVisit(id);
                      }
                    : undefined
                }
              />
            );
          }}
        >
          <Notes state={state} />
        </MapFrame>
      </div>
    </div>
  );
}

function Notes({ state }: { state: CompaniesMapState }) {
  const { points, placed, banner, setFilters } = state;
  return (
    <>
      {banner ? (
        <Text size="sm">Map auto-adjusted to show {formatCounted(placed, 'company', 'companies')}</Text>
      ) : null}
      {points.length === 0 ? (
        <div className={classes.note}>
          <Text size="sm">No company matches these filters.</Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={({ currentTarget }) => {
              // The button disappears, the map stays.
              currentTarget
                .closest('section')
                ?.querySelector<HTMLElement>('.da-map')
                ?.focus({ preventScroll: true });
              setFilters(NO_GROUPS);
            }}
          >
            Clear filters
          </Button>
        </div>
      ) : placed === 0 ? (
        <Text size="sm">No companies could be mapped</Text>
      ) : null}
    </>
  );
}

interface VisitNoteProps {
  visits: Visits | 'tooMany';
  /** Starts the order again at the map's center. */
  onFromCenter: () => void;
}

/** Describes the line on the map and its length. */
function VisitNote({ visits, onFromCenter }: VisitNoteProps) {
  return (
    <Group component="section" aria-label="Visit order" gap="xs" justify="center">
      <Text size="sm" role="status">
        {visits === 'tooMany'
          ? `Visit order takes up to ${formatNumber(MOST_STOPS)} companies. Filter first.`
          : `${formatCounted(visits.stops, 'stop')}, ${formatMiles(visits.miles)}, straight distances`}
      </Text>
      {visits === 'tooMany' ? null : (
        <Button variant="default" size="compact-sm" onClick={onFromCenter}>
          Start at center
        </Button>
      )}
    </Group>
  );
}

interface CompanyPopupProps {
  company: MappedCompany;
  /** Shown with a visit order: makes this company the first. */
  onVisitFirst?: (() => void) | undefined;
}

/** The popup of a saved company below its name. */
function CompanyPopup({ company, onVisitFirst }: CompanyPopupProps) {
  const place = placeOf(company);
  return (
    <Stack gap={6} align="flex-start">
      {place === undefined ? null : <Text size="sm">{place}</Text>}
      <Text size="sm" c="dimmed">
        {company.industry}
      </Text>
      <StatusChip status={company.status} />
      <Group gap="sm">
        <Anchor
          component={Link}
          to={paths.account(company.sessionKey, company.rowIdx)}
          size="sm"
          fw={600}
          underline="always"
        >
          View Account
        </Anchor>
        {onVisitFirst === undefined ? null : (
          <Button variant="default" size="compact-sm" onClick={onVisitFirst}>
            Visit first
          </Button>
        )}
      </Group>
    </Stack>
  );
}
