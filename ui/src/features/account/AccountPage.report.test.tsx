import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { crmBody, crmFieldsBody } from '@/shared/testing/fake-crm';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { open, section, serve } from './AccountPage.testing';
import { tileAddress, worldPx } from './PrintedMap';

const FACTS = {
  name: 'Alder "</style>" Brewing',
  median_income_tract: 92400,
  county_population: 4000,
  latitude: 45,
  longitude: -122,
};

const report = () => document.querySelector<HTMLElement>('[data-report]');
const press = (name: string) =>
  userEvent.click(screen.getAllByText(name, { selector: 'button *' })[0] ?? document.body);

/** Returns the report's content when the browser was about to print it. */
function watchPrint() {
  const printed: string[] = [];
  window.print = vi.fn(() => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(
      `${document.documentElement.dataset.mantineColorScheme ?? ''} ${report()?.textContent ?? ''}`,
    );
    window.dispatchEvent(new Event('afterprint'));
  });
  return printed;
}

/** Prints with notes, and waits for the sheet. */
async function printsWithNotes(printed: string[]): Promise<void> {
  await userEvent.click(screen.getByLabelText('More ways to print'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Include my notes' }));
  await waitFor(() => {
    expect(printed).toHaveLength(1);
  });
}

describe('the report on paper', () => {
  it('ACC-14: has the sections of the page and none of the notes; afterwards the screen is as it was', async () => {
    serve(FACTS);
    server.use(fake('getCrmData', crmBody({ notes: 'Wants a demo' })));
    const printed = watchPrint();
    open();
    await section('Company');
    document.documentElement.dataset.mantineColorScheme = 'dark';
    await press('Print / PDF');
    await waitFor(() => {
      expect(printed).toHaveLength(1);
    });
    expect(printed[0]).toMatch(/^light .*Business report.*Alder.*Neighborhood Demographics.*Sources/s);
    expect(printed[0]).not.toContain('Wants a demo');
    expect(printed[0]).not.toContain('Account Details');
    expect(printed[0], 'what else is not there is named').toContain('Not available: ');
    expect(report()).toBeNull();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  it('ACC-14: with the notes has the form and the notes as text', async () => {
    serve(FACTS);
    const budget = { key: 'budget', label: 'Budget', kind: 'line', longest: 5 } as const;
    const written = crmBody({ notes: 'Wants a demo', mainPOC: 'Ada' });
    server.use(
      fake('listCrmFields', crmFieldsBody([budget])),
      fake('getCrmData', { ...written, crmData: { ...written.crmData, ...{ budget: '9k' } } }),
    );
    const printed = watchPrint();
    open();
    await section('Company');
    await within(await section('Notes')).findByLabelText('Notes');
    await printsWithNotes(printed);
    expect(printed[0]).toMatch(/Account Details.*Ada.*Budget9k.*Wants a demo.*No next steps/s);
  });

  it('ACC-14: notes that are not here yet are not said to be none', async () => {
    serve(FACTS);
    server.use(fake('getCrmData', pending()));
    open();
    await section('Company');
    await userEvent.click(screen.getByLabelText('More ways to print'));
    expect(await screen.findByRole('menuitem', { name: 'Include my notes' })).toBeDisabled();
  });

  it('ACC-14: notes that could not be loaded are not said to be none', async () => {
    serve(FACTS);
    server.use(fake('getCrmData', refusal(503)));
    const printed = watchPrint();
    open();
    await section('Company');
    expect(await screen.findAllByText('The account details could not be loaded')).toHaveLength(2);
    await printsWithNotes(printed);
    expect(printed[0]).toContain('The notes could not be loaded.');
    expect(printed[0]).not.toContain('No notes.');
  });

  it('ACC-14: pressed again before it is drawn, it is printed once', async () => {
    onPhone();
    serve(FACTS);
    const printed = watchPrint();
    const isWhole = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    open(0, null, { tile_url: 'https://tiles.example/{z}/{x}/{y}.png' });
    await section('Company');
    const choose = async (item: string) => {
      await userEvent.click(screen.getByLabelText('Print or download'));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Print / PDF');
    await choose('Include my notes');
    await waitFor(() => {
      expect(report()).not.toBeNull();
    });
    isWhole.mockRestore();
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    await waitFor(() => {
      expect(printed).toHaveLength(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(printed).toHaveLength(1);
    expect(printed[0]).not.toContain('Account Details');
  });

  it('ACC-14: a report that was not printed is not there for the browser’s own menu', async () => {
    serve(FACTS);
    const print = vi.fn(() => {
      throw new Error('Printing is forbidden here.');
    });
    window.print = print;
    open();
    await section('Company');
    await userEvent.click(screen.getByLabelText('More ways to print'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Include my notes' }));
    expect(await screen.findByText('The report could not be made. Try again.')).toBeVisible();
    expect(print).toHaveBeenCalled();
    expect(report()).toBeNull();
  });

  it('ACC-14: a phone has all of it in one menu', async () => {
    onPhone();
    serve(FACTS);
    open();
    await section('Company');
    expect(screen.queryByLabelText('More ways to print')).toBeNull();
    await userEvent.click(screen.getByLabelText('Print or download'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Print / PDF', 'Include my notes', 'CSV']);
  });

  it('ACC-14: another page is not printed in the place of the report', async () => {
    serve(FACTS);
    const printed = watchPrint();
    const isWhole = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    const { router } = open(0, null, { tile_url: 'https://tiles.example/{z}/{x}/{y}.png' });
    await section('Company');
    await press('Print / PDF');
    await waitFor(() => {
      expect(report()).not.toBeNull();
    });
    await act(() => router.navigate('/'));
    expect(report()).toBeNull();
    // The time limit for images has passed.
    const now = performance.now();
    const later = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    later.mockRestore();
    isWhole.mockRestore();
    expect(printed).toEqual([]);
  });

  it('ACC-14: what a license asks for is printed, also where no source is listed', async () => {
    serve({ ...FACTS, attribution: '© OpenStreetMap contributors' });
    const printed = watchPrint();
    open();
    await section('Company');
    await press('Print / PDF');
    await waitFor(() => {
      expect(printed).toHaveLength(1);
    });
    expect(printed[0]).toMatch(/The sources are not available\..*© OpenStreetMap contributors/s);
  });

  it('ACC-14: nothing of a name ends the style that has it for the foot of pages', async () => {
    serve(FACTS);
    let style = '';
    window.print = vi.fn(() => {
      style = report()?.querySelector('style')?.textContent ?? '';
    });
    open();
    await section('Company');
    await press('Print / PDF');
    await waitFor(() => {
      expect(style).not.toBe('');
    });
    expect(style).toContain(String.raw`"Alder \22 \3c \2f style\3e \22  Brewing`);
  });

  it('ACC-14: the map of paper lies where the screen’s does', () => {
    expect(worldPx({ latitude: 0, longitude: 0 }, 0)).toEqual({ x: 128, y: 128 });
    expect(worldPx({ latitude: 85.0511287798066, longitude: -180 }, 1).y).toBeCloseTo(0, 6);
    expect(tileAddress('https://{s}.tiles.example/{z}/{x}/{y}{r}.png', -1, 2, 2)).toBe(
      'https://b.tiles.example/2/3/2.png',
    );
  });
});
