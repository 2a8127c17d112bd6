/** The account page with fake server answers. */
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { CrmBody, WriteCrm } from '@/shared/api/generated';
import type { AppConfig } from '@/shared/config/config-context';
import { paths, PATTERNS } from '@/shared/paths';
import { crmBody, crmFieldsBody } from '@/shared/testing/fake-crm';
import { creditStatus, fake, fieldsBody, refusal, resultRow } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ToastProvider } from '@/shared/ui/Toast';
import { AccountPage } from './AccountPage';

export const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The business as the server returns it, and others of its search. */
export function serve(facts: Record<string, unknown>, others: Record<string, unknown>[] = []) {
  const all = [facts, ...others].map((row, index) => ({ ...resultRow(), row_idx: index, ...row }));
  server.use(
    fake('creditStatus', creditStatus()),
    fake('listFields', fieldsBody([])),
    fake('listCrmFields', crmFieldsBody()),
    fake('getCrmData', crmBody()),
    fake('getTimeline', { success: true, timeline: [] }),
    fake('getBusinessData', ({ params }) => {
      const data = all[Number(params.rowIdx)] as ReturnType<typeof resultRow> | undefined;
      if (data === undefined) return refusal(404, 'There is no such business.');
      return { success: true, data, sources: [], source_sets: [] };
    }),
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

/** With the rest of the screen. */
export function open(rowIdx: number | string = 0, beside: ReactNode = null, config: Partial<AppConfig> = {}) {
  const at = PATTERNS.account.replace(':sessionKey', SESSION).replace(':rowIdx', String(rowIdx));
  const element = (
    <>
      <AccountPage />
      {beside}
    </>
  );
  return renderRoutes(
    [
      {
        // Above the pages, as in the shell.
        element: (
          <ToastProvider>
            <Outlet />
          </ToastProvider>
        ),
        children: [
          { path: PATTERNS.account, element },
          { path: paths.home(), element: null },
        ],
      },
    ],
    { at, config },
  );
}

export const section = (name: string) => screen.findByRole('region', { name });

export const details = async () => within(await section('Account Details'));

/** Another tab reports that something was saved. */
export function tellFromAnotherTab() {
  const tab = new BroadcastChannel('demandatlas');
  tab.postMessage({ type: 'companies' });
  tab.close();
}

/** Records what was sent, and stores or refuses it like the server. */
export function serveCrm(stored = crmBody()) {
  const sent: Record<string, unknown>[] = [];
  let saved = stored;
  let minute = 5;
  server.use(
    fake('getCrmData', () => saved),
    fake('saveCrmData', async ({ request }) => {
      const body = (await request.clone().json()) as WriteCrm & {
        crmData: Partial<CrmBody['crmData']>;
      };
      if ((body.lastSaved ?? null) !== (saved.lastSaved ?? null)) {
        return refusal(409, 'Somebody has saved since.');
      }
      sent.push({ ...body });
      const lastSaved = `2026-11-22T14:0${minute++}:00Z`;
      saved = { ...saved, ...crmBody({ ...saved.crmData, ...body.crmData }, lastSaved) };
      return saved;
    }),
  );
  return {
    sent,
    /** Saved by somebody else. */
    by: (other: typeof saved) => (saved = other),
    stored: () => saved,
  };
}
