/** How the results are shown: as a table, on a map, or both side by side; the address remembers it. */
import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';

export type ResultsView = 'table' | 'split' | 'map';

/** Narrower windows have no room for both. */
const ROOM_FOR_BOTH = '(min-width: 75em)';
const PARAM = 'view';

const VIEWS: { value: ResultsView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'split', label: 'Split' },
  { value: 'map', label: 'Map' },
];

export interface ViewChoice {
  view: ResultsView;
  /** Those that the window has room for. */
  views: { value: ResultsView; label: string }[];
  choose: (view: string) => void;
}

export function useResultsView(): ViewChoice {
  const both = useMediaQuery(ROOM_FOR_BOTH, false, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const views = VIEWS.filter(({ value }) => both || value !== 'split');
  const wanted = params.get(PARAM);
  const view = views.find(({ value }) => value === wanted)?.value ?? (both ? 'split' : 'table');
  return {
    view,
    views,
    choose: (next) => {
      setParams(
        (before) => {
          before.set(PARAM, next);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
