import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LongChecks } from './LongChecks';

const CITIES = Array.from({ length: 12 }, (_, index) => ({ value: `City ${index + 1}`, count: 1 }));
const WORDS = {
  find: 'Find a city',
  none: 'No city has this name.',
  more: (found: number, shown: number) => `Showing ${shown} of ${found}.`,
};

function show(chosen: readonly string[]) {
  render(
    <MantineProvider env="test">
      <LongChecks choices={CITIES} chosen={chosen} onChange={() => undefined} words={WORDS} />
    </MantineProvider>,
  );
}

describe('a long group of filters', () => {
  it('MAPV-02: says that nothing has a name, and keeps what is chosen', async () => {
    show(['City 12']);
    await userEvent.type(screen.getByLabelText('Find a city'), 'zzz');
    expect(screen.getByRole('status')).toHaveTextContent('No city has this name.');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByRole('checkbox', { name: /City 12/ })).toBeChecked();
  });

  it('MAPV-02: counts those that are shown since they are chosen', async () => {
    show(['City 12']);
    expect(screen.getByText('Showing 11 of 12.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Find a city'), 'city 1');
    expect(screen.queryByText(/^Showing/), 'all that are found').toBeNull();
  });
});
