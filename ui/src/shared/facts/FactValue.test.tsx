import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ResultRow, Sources } from '@/shared/api/generated';
import { fake, field, fieldsBody, refusal, resultRow } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { FactValue } from './FactValue';
import { useFields } from './field-book';

const ANSWER = {
  sources: [{ id: 0, title: 'American Community Survey', vintage: '2019-2023', level: 'tract' }],
  source_sets: [{ median_income_tract: 0 }],
} satisfies Sources;

const user = userEvent.setup();
const source = () => screen.queryByText('American Community Survey');

function Fact({ row }: { row: ResultRow }) {
  const { book, failed } = useFields();
  if (failed) return <p>failed</p>;
  return book === null ? null : (
    <FactValue row={row} name="median_income_tract" book={book} answer={ANSWER} />
  );
}

async function show(changes: Partial<ResultRow>) {
  server.use(fake('listFields', fieldsBody([field()])));
  renderScreen(<Fact row={resultRow({ source_set: 0, ...changes })} />);
  return screen.findByRole('button');
}

describe('a fact on the screen', () => {
  it('opens its source on Enter, and Esc closes it', async () => {
    const value = await show({ median_income_tract: 92400 });
    expect(value).toHaveTextContent('$92,400');
    expect(source()).toBeNull();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2019-2023')).toBeVisible();
    expect(screen.getByText('Census tract')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(source()).toBeNull();
    });
    expect(value).toHaveFocus();
  });

  it('ACC-02: an amount from zero down is none, and says what its source has', async () => {
    const value = await show({ median_income_tract: -5 });
    expect(value).toHaveTextContent('Not available');
    await user.click(value);
    expect(await screen.findByText('Its source says “-5”, which is not shown.')).toBeVisible();
    expect(source()).toBeVisible();
  });

  it('opens for a mouse that stays, and closes when it leaves', async () => {
    const value = await show({ median_income_tract: 1 });
    expect(value).toHaveTextContent('$1');
    await user.hover(value);
    expect(source()).toBeNull();
    await waitFor(() => {
      expect(source()).toBeVisible();
    });
    await user.unhover(value);
    await waitFor(() => {
      expect(source()).toBeNull();
    });
  });

  it('a tap opens it, and another closes it', async () => {
    const value = await show({ median_income_tract: 92400 });
    fireEvent.click(value);
    expect(await screen.findByText('American Community Survey')).toBeVisible();
    fireEvent.click(value);
    await waitFor(() => {
      expect(source()).toBeNull();
    });
  });

  it('what is absent says so, and why', async () => {
    const value = await show({});
    expect(value).toHaveTextContent('Not available');
    await user.click(value);
    expect(await screen.findByText('The sources have no value for this place.')).toBeVisible();
  });

  it('fields that cannot be loaded are no error of the screen', async () => {
    server.use(fake('listFields', refusal(500)));
    renderScreen(<Fact row={resultRow()} />);
    expect(await screen.findByText('failed')).toBeVisible();
  });
});
