/** The page of a business against fake answers of the server. */
import { screen } from '@testing-library/react';
import { PATTERNS } from '@/shared/paths';
import { creditStatus, crmBody, fake, fieldsBody, refusal, resultRow } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { AccountPage } from './AccountPage';

export const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The business as the server has it, and others of its search. */
export function serve(facts: Record<string, unknown>, others: Record<string, unknown>[] = []) {
  const all = [facts, ...others].map((row, index) => ({ ...resultRow(), row_idx: index, ...row }));
  server.use(
    fake('creditStatus', creditStatus()),
    fake('listFields', fieldsBody([])),
    fake('getCrmData', crmBody()),
    fake('getTimeline', { success: true, timeline: [] }),
    fake('getBusinessData', refusal(404, 'There is no such business.')),
    fake('getJobResult', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const offset = Number(query.get('offset') ?? 0);
      const limit = Number(query.get('limit') ?? all.length);
      const results = all.slice(offset, offset + limit) as ReturnType<typeof resultRow>[];
      return {
        status: 'completed',
        result: {
          results,
          total: all.length,
          offset,
          enrichment_applied: true,
          sample: false,
          sources: [],
          source_sets: [],
        },
      };
    }),
  );
}

export function open(rowIdx: number | string = 0) {
  const at = PATTERNS.account.replace(':sessionKey', SESSION).replace(':rowIdx', String(rowIdx));
  return renderRoutes([{ path: PATTERNS.account, element: <AccountPage /> }], { at });
}

export const section = (name: string) => screen.findByRole('region', { name });
