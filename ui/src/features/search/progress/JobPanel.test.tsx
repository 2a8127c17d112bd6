import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { jobBody } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { onPhone } from '@/shared/testing/viewport';
import { JobPanel } from './JobPanel';
import { IDLE } from '@/shared/job/session';

const CITIES = 300;

function open() {
  const citiesFound = Array.from({ length: CITIES }, (_, at) => ({
    city: `Town ${at}`,
    results: 1,
    done: true,
  }));
  const job = jobBody({ results_count: CITIES, cities_found: citiesFound });
  renderScreen(<JobPanel inLine session={{ ...IDLE, own: null, job }} />);
  return within(screen.getByRole('list', { name: 'Rows found by city' }));
}

describe('the cities of a search', () => {
  it('JOB-08: of many the first are named, and how many more there are, which can be opened', async () => {
    const cities = open();
    expect(cities.getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(cities.getByRole('button', { name: 'and 291 more' }));
    expect(cities.getByText(/Town 299/)).toBeVisible();
    await userEvent.click(cities.getByRole('button', { name: 'Show fewer' }));
    expect(cities.queryByText(/Town 299/)).toBeNull();
  });

  it('JOB-08: a phone has room for three', () => {
    onPhone();
    expect(open().getByRole('button', { name: 'and 297 more' })).toBeVisible();
  });
});

describe('customers of the user’s own', () => {
  const leftOut = (count: number, results = 61) => ({
    ...IDLE,
    own: null,
    job: jobBody({ results_count: results, credits_charged: results, left_out: count }),
  });

  it.each([false, true])('are counted where a search has met them (in line: %s)', (inLine) => {
    renderScreen(<JobPanel inLine={inLine} session={leftOut(12)} />);
    expect(screen.getByText('61 rows · 61 credits')).toBeVisible();
    expect(screen.getByText('12 yours left out, 0 credits')).toBeVisible();
  });

  it('are counted where there was nothing else, and not mentioned where there were none', () => {
    const { unmount } = renderScreen(<JobPanel session={leftOut(1_204, 0)} />);
    expect(screen.getByText('1,204 yours left out, 0 credits')).toBeVisible();
    unmount();
    renderScreen(<JobPanel session={leftOut(0)} />);
    expect(screen.queryByText(/left out/)).toBeNull();
  });
});

describe('that the page can be closed', () => {
  const GOES_ON = 'You can close this page. The search goes on.';
  const running = { ...IDLE, own: null, sessionKey: 'a' };

  it.each([false, true])('is said while the server searches (in line: %s)', (inLine) => {
    renderScreen(<JobPanel inLine={inLine} session={{ ...running, job: jobBody({ ended: false }) }} />);
    expect(screen.getByText(GOES_ON)).toBeVisible();
  });

  it('is not said before it began, when it has ended, or while the server is not reached', () => {
    for (const session of [
      { ...running, job: null },
      { ...running, job: jobBody({ ended: true }) },
      { ...running, job: jobBody({ ended: false }), reached: false },
    ]) {
      const { unmount } = renderScreen(<JobPanel session={session} />);
      expect(screen.queryByText(GOES_ON)).toBeNull();
      unmount();
    }
  });
});
