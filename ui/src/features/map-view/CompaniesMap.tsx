/** The map of saved companies between its filters and its list. */
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { NO_GROUPS } from '@/shared/companies/company-filters';
import { formatCounted } from '@/shared/lib/format';
import { MapFrame } from '@/shared/map/MapFrame';
import { CompanyPopup } from './CompanyPopup';
import { FilterPanel } from './FilterPanel';
import type { CompaniesMapState } from './use-companies-map';
import { VisitNote } from './VisitNote';
import classes from './MapView.module.css';

/** Narrower windows have the filters in a sheet. */
export const NO_ROOM_FOR_FILTERS = '(max-width: 79.99em)';

const NOUN = { one: 'company', many: 'companies' };

export function CompaniesMap({ state }: { state: CompaniesMapState }) {
  const { choices, filters, setFilters, points, map, onMove, visits, setVisit } = state;
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  // Or its popup would come back with it, and take the focus.
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
          {...(ordered ? { line: visits.line } : {})}
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
              // The button goes, the map stays.
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
