import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SavedCompanies } from '@/shared/api/generated';
import {
  creditStatus,
  fake,
  fieldsBody,
  packedResult,
  pending,
  refusal,
  resultRow,
} from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ResultsPanel } from '../ResultsPanel';
import { JOB_ID, RESULTS } from '@/shared/testing/session';
import { ROWS_AT_ONCE } from './use-save-all';

interface Body {
  rows: number[];
  session_id: string;
}

const FULL = { success: false, already_exists: false, message: 'Your plan has no room.' };

function open(
  total: number,
  answer: (body: Body, call: number) => Partial<SavedCompanies> | ReturnType<typeof refusal>,
  { credits = creditStatus(), rows = [resultRow()], at = '/' } = {},
) {
  const bodies: Body[] = [];
  server.use(
    fake('creditStatus', credits),
    fake('listFields', fieldsBody([])),
    fake('listSavedCompanies', refusal(503)),
    fake('getJobResult', ({ request }) => packedResult(request, rows)),
    fake('saveCompanies', async ({ request }) => {
      const body = (await request.json()) as Body;
      bodies.push(body);
      const saved = {
        success: true,
        saved: body.rows.length,
        already_existed: 0,
        failed: 0,
        message: '',
        results: [],
      };
      const told = answer(body, bodies.length);
      return 'response' in told ? told : { ...saved, ...told };
    }),
  );
  const results = { ...RESULTS, session: { ...RESULTS.session, total } };
  const nothing = () => undefined;
  renderScreen(
    <ResultsPanel
      results={results}
      job={null}
      unfetched={false}
      running={false}
      onFetchAgain={nothing}
      onEnrich={nothing}
      onReread={nothing}
      onClear={nothing}
    />,
    { at },
  );
  return bodies;
}

const saveAll = async (count: string) => {
  const button = await screen.findByRole('button', { name: 'Save All to My Companies' });
  // Until the plan is known, it says so.
  await screen.findByText(/time/i);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: `Save ${count}?` });
  await userEvent.click(within(dialog).getByRole('button', { name: `Save ${count}` }));
};

/** The number of saved companies; the test's plan keeps 10,000. */
const holds = (saved: number) => {
  server.use(
    fake('listSavedCompanies', {
      companies: [],
      total_count: saved,
      saved_total: saved,
      stale_total: 0,
      due_total: 0,
    }),
  );
};

describe('RES-06: Save All to My Companies', () => {
  it('RES-06, MYCO-08: where the plan has room for some, it says so before, and the first of the table go', async () => {
    const rows = ['Cedar', 'Alder', 'Birch'].map((name, index) => resultRow({ name, row_idx: index }));
    const bodies = open(
      3,
      () => ({
        success: false,
        saved: 2,
        failed: 1,
        results: [0].map((row) => ({ ...FULL, row_idx: row, name: 'Cedar' })),
      }),
      { rows, at: '/?sort=name' },
    );
    holds(9_998);
    await screen.findByText('Birch');
    await userEvent.click(await screen.findByRole('button', { name: 'Save All to My Companies' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save 2 of 3 companies?' });
    expect(dialog).toHaveTextContent(
      'Your plan has room for 2 more companies. The first that fit are saved, in the order shown.',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save 2 of 3 companies' }));
    expect(await screen.findByText(/^Saved 2 companies to My Companies/)).toBeInTheDocument();
    expect(bodies.map((body) => body.rows)).toEqual([[1, 2, 0]]);
    expect(screen.getByRole('alert')).toHaveTextContent('1 company could not be saved');
  });

  it('RES-06, MYCO-08: a full list is told before anything is sent', async () => {
    const bodies = open(3, () => ({}));
    holds(10_000);
    await screen.findByText(/time/i);
    await userEvent.click(screen.getByRole('button', { name: 'Save All to My Companies' }));
    const dialog = await screen.findByRole('dialog', { name: 'My Companies is full' });
    expect(dialog).toHaveTextContent(
      "You have reached your plan's limit of 10,000 saved companies. Remove some to save others.",
    );
    expect(within(dialog).queryByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
    expect(bodies).toEqual([]);
  });

  it('RES-06, MYCO-08: where nothing was saved it says so, and gives the reason once', async () => {
    open(3, () => ({
      success: false,
      saved: 0,
      failed: 3,
      results: [0, 1, 2].map((row) => ({ ...FULL, row_idx: row, name: `Company ${row}` })),
    }));
    await saveAll('3 companies');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Saved 0 companies to My Companies (3 failed or already existed)',
    );
    expect(screen.getAllByText(new RegExp(FULL.message))).toHaveLength(1);
    expect(screen.getByText('Company 2')).toBeInTheDocument();
  });

  it('RES-06: where all fit, the first rows are sent last: lists begin with what was saved last', async () => {
    const bodies = open(1_100, () => ({}));
    holds(0);
    await saveAll('1,100 companies');
    expect(await screen.findByText('Saved 1,100 companies to My Companies')).toBeInTheDocument();
    expect(bodies.map(({ rows }) => [rows[0], rows.length])).toEqual([
      [1000, 100],
      [500, ROWS_AT_ONCE],
      [0, ROWS_AT_ONCE],
    ]);
  });

  it('RES-06: asks, saves in parts, and names what failed', async () => {
    const bodies = open(1_100, (_, call) =>
      call === 1
        ? {
            saved: 97,
            already_existed: 2,
            failed: 1,
            results: [
              { row_idx: 1004, name: '<b>Alder', success: false, already_exists: false, message: 'No room' },
            ],
          }
        : {},
    );
    await saveAll('1,100 companies');
    expect(
      await screen.findByText('Saved 1,097 companies to My Companies (3 failed or already existed)'),
    ).toBeInTheDocument();
    expect(screen.getByText('<b>Alder: No room')).toBeInTheDocument();
    expect(bodies.map(({ rows }) => [rows[0], rows.length])).toEqual([
      [1000, 100],
      [500, ROWS_AT_ONCE],
      [0, ROWS_AT_ONCE],
    ]);
    expect(bodies[0]?.session_id).toBe(JOB_ID);
    expect(screen.getByRole('link', { name: 'View My Companies' })).toHaveAttribute('href', '/my-companies');
  });

  it('RES-06: a call that fails ends it, and what was saved is told', async () => {
    const bodies = open(1_100, (_, call) => (call === 2 ? refusal(503) : {}));
    await saveAll('1,100 companies');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save companies. Please try again.');
    expect(screen.getByText('Saved 100 companies to My Companies')).toBeInTheDocument();
    expect(bodies, 'the third part is not sent').toHaveLength(2);
    server.use(fake('saveCompanies', refusal(403)));
    await saveAll('1,100 companies');
    expect(await screen.findByText('My Companies is a Business Tier feature.')).toBeInTheDocument();
    expect(screen.queryByText(/^Saved/), 'nothing was this time').not.toBeInTheDocument();
  });

  it('RES-06: without the right it leads to the plans; while that is unknown it says so', async () => {
    open(2, () => ({}), { credits: creditStatus({ tier: 'basic', can_save_companies: false }) });
    expect(await screen.findByRole('link', { name: 'Upgrade to Save Companies' })).toHaveAttribute(
      'href',
      '/plans',
    );
    expect(screen.queryByRole('button', { name: /Save All/ })).not.toBeInTheDocument();
  });

  it('RES-06: asks nothing before the plan is known', async () => {
    open(2, () => ({}));
    server.use(fake('creditStatus', pending()));
    await userEvent.click(screen.getByRole('button', { name: 'Save All to My Companies' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Loading user profile... Please try again in a moment.',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
