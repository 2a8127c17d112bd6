/** What rows are filtered by: at once as it is typed, and in the address once nothing was typed for a moment. */
import { useSearchParams } from 'react-router';
import { useSettledText, type SettledText } from '@/shared/lib/use-settled-text';

export const FILTER_PARAM = 'filter';

export function useRowFilter(): SettledText {
  const [params, setParams] = useSearchParams();
  return useSettledText(params.get(FILTER_PARAM) ?? '', (text) => {
    setParams(
      (now) => {
        if (text === '') now.delete(FILTER_PARAM);
        else now.set(FILTER_PARAM, text);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  });
}
