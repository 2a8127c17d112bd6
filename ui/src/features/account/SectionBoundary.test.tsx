import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SectionBoundary } from './SectionBoundary';

function Broken(): never {
  throw new Error('The script did not come.');
}

it('ACC-03: a section that cannot be drawn leaves the rest of the page as it is', () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  render(
    <MantineProvider env="test">
      <SectionBoundary>
        <Broken />
      </SectionBoundary>
      <SectionBoundary>
        <p>Notes</p>
      </SectionBoundary>
    </MantineProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This section could not be loaded.');
  expect(screen.getByText('Notes')).toBeVisible();
  expect(told).toHaveBeenCalled();
});
