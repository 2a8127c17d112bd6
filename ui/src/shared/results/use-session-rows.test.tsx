import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { expect, it } from 'vitest';
import { fake, packedResult, resultRow } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held } from '@/shared/testing/session';
import { NO_ROWS } from './session-rows';
import { useSessionRows } from './use-session-rows';

const ROWS = [0, 1, 2, 3].map((index) => resultRow({ row_idx: index, name: `Brewery ${index}` }));
const LOADED = { ...NO_ROWS, rows: ROWS.slice(0, 2), fetched: { name: 2 } };
const wanted = () => ['name', 'categories'];

function Growing() {
  const [total, setTotal] = useState(2);
  const first = useMemo(() => ({ ...LOADED, total }), [total]);
  const { session, failed, complete } = useSessionRows('s1', first, wanted);
  return (
    <>
      <button
        onClick={() => {
          setTotal(4);
        }}
      >
        Grow
      </button>
      <p>{failed ? 'Failed' : `${session.rows.length} of ${session.total}${complete ? ', complete' : ''}`}</p>
    </>
  );
}

it('RES-01: a session that grows while a page is in flight gets all of its rows', async () => {
  const asked: string[] = [];
  const answer = held();
  server.use(
    fake('getJobResult', async ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push([query.get('offset'), query.get('limit')].join(', '));
      const known = asked.length === 1 ? ROWS.slice(0, 2) : ROWS;
      await answer.wait;
      return packedResult(request, known);
    }),
  );
  renderScreen(<Growing />);
  await userEvent.click(screen.getByRole('button', { name: 'Grow' }));
  answer.letGo();
  expect(await screen.findByText('4 of 4, complete')).toBeVisible();
  expect(asked).toEqual(['0, 2', '2, 2']);
});
