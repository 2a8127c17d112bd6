import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SavedCompanies } from '@/shared/api/generated';
import {
  creditStatus,
  fake,
  fieldsBody,
  jobBody,
  packedResult,
  pending,
  refusal,
  resultRow,
} from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ResultsPanel } from '../ResultsPanel';
import { JOB_ID, STORED } from '../ScraperPage.testing';
import { ROWS_AT_ONCE } from './use-save-all';

interface Body {
  rows: number[];
  session_id: string;
}

function open(
  total: number,
  answer: (body: Body, call: number) => Partial<SavedCompanies> | ReturnType<typeof refusal>,
  credits = creditStatus(),
) {
  const bodies: Body[] = [];
  server.use(
    fake('creditStatus', credits),
    fake('listFields', fieldsBody([])),
    fake('getJobStatus', jobBody()),
    fake('getJobResult', ({ request }) => packedResult(request, [resultRow()])),
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
  const results = { ...STORED, session: { ...STORED.session, total } };
  renderScreen(<ResultsPanel results={results} running={false} onClear={() => undefined} />);
  return bodies;
}

const saveAll = async (count: string) => {
  const button = await screen.findByRole('button', { name: 'Save All to My Companies' });
  // Until it is known what the plan allows, it says so.
  await screen.findByText(/time/i);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: `Save ${count}?` });
  await userEvent.click(within(dialog).getByRole('button', { name: `Save ${count}` }));
};

describe('RES-06: Save All to My Companies', () => {
  it('RES-06: asks, saves in parts, and names what failed', async () => {
    const bodies = open(1_100, (_, call) =>
      call === 3
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
      [0, ROWS_AT_ONCE],
      [500, ROWS_AT_ONCE],
      [1000, 100],
    ]);
    expect(bodies[0]?.session_id).toBe(JOB_ID);
    expect(screen.getByRole('link', { name: 'View My Companies' })).toHaveAttribute('href', '/my-companies');
  });

  it('RES-06: a call that fails ends it, and what was saved is told', async () => {
    const bodies = open(1_100, (_, call) => (call === 2 ? refusal(503) : {}));
    await saveAll('1,100 companies');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save companies. Please try again.');
    expect(screen.getByText('Saved 500 companies to My Companies')).toBeInTheDocument();
    expect(bodies, 'the third part is not sent').toHaveLength(2);
    server.use(fake('saveCompanies', refusal(403)));
    await saveAll('1,100 companies');
    expect(await screen.findByText('My Companies is a Business Tier feature.')).toBeInTheDocument();
    expect(screen.queryByText(/^Saved/), 'nothing was this time').not.toBeInTheDocument();
  });

  it('RES-06: without the right it leads to the plans; while that is unknown it says so', async () => {
    open(2, () => ({}), creditStatus({ tier: 'basic', can_save_companies: false }));
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
