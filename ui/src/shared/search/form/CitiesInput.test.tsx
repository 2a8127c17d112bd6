import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { fake } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { CitiesInput } from './CitiesInput';

const user = userEvent.setup({ delay: null });
const field = () => screen.getByRole('combobox', { name: 'Cities' });
const chips = () => screen.queryAllByRole('button', { hidden: true }).length;
const said = () => screen.getByRole('status').textContent;

function Form({ state }: { state: string }) {
  const [cities, setCities] = useState('');
  return (
    <>
      <CitiesInput label="Cities" state={state} value={cities} onChange={setCities} />
      <p role="status">{cities}</p>
    </>
  );
}

/** A server that knows Portland and Powell Butte; records its calls. */
function open(state = 'OR') {
  const asked: string[] = [];
  server.use(
    fake('listCities', ({ request }) => {
      asked.push(new URL(request.url).search);
      const at = { latitude: 45, longitude: -122 };
      return {
        state: 'OR',
        cities: [
          { name: 'Portland', ...at },
          { name: 'Powell Butte', ...at },
        ],
      };
    }),
  );
  renderScreen(<Form state={state} />);
  return asked;
}

describe('cities', () => {
  it('JOB-01: those of the state are offered while one is typed, and chosen by keyboard', async () => {
    const asked = open();
    await user.type(field(), 'po');
    const options = within(await screen.findByRole('listbox', { name: 'Cities' }));
    expect((await options.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Portland',
      'Powell Butte',
    ]);
    expect(asked).toEqual(['?state=OR&prefix=po&limit=10']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(said()).toBe('Powell Butte');
    expect(field()).toHaveValue('');
  });

  it('JOB-01: without a state nothing is offered, and any city can be typed', async () => {
    const asked = open('');
    await user.type(field(), 'Bendd{Enter}');
    await user.type(field(), 'Salem,');
    expect(said()).toBe('Bendd, Salem');
    expect(asked).toEqual([]);
  });

  it('JOB-01: a list can be pasted; each city is taken once; what is being typed counts', async () => {
    open();
    await user.click(field());
    await user.paste('Portland, Bend,portland , St. Helens');
    expect(said()).toBe('Portland, Bend, St. Helens');
    expect(chips()).toBe(3);
    await user.type(field(), 'Sal');
    expect(said()).toBe('Portland, Bend, St. Helens, Sal');
    await user.tab();
    expect(chips(), 'nothing moves when the field is left').toBe(3);
    expect(said()).toBe('Portland, Bend, St. Helens, Sal');
  });

  it('JOB-01: Backspace mends the last one', async () => {
    open();
    await user.type(field(), 'Bendd,');
    expect(chips()).toBe(1);
    await user.keyboard('{Backspace}');
    expect(field()).toHaveValue('Bendd');
    await user.keyboard('{Backspace},');
    expect(said()).toBe('Bend');
  });
});
