/** How results are shown: table, map or both; the address remembers it. */
import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';

export type ResultsView = 'table' | 'split' | 'map';

/** Narrower windows cannot fit both. */
const ROOM_FOR_BOTH = '(min-width: 75em)';
const PARAM = 'view';

const VIEWS: { value: ResultsView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'split', label: 'Split' },
  { value: 'map', label: 'Map' },
];

export interface ViewChoice {
  view: ResultsView;
  /** Those that fit the window. */
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
