import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AtlasBody } from '@/shared/api/generated';
import { paths } from '@/shared/paths';
import { atlasBody, atlasInputs, atlasKinds, fakeShapes } from '@/shared/testing/fake-atlas';
import { creditStatus, fake, jobBody, lost, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { AtlasPage } from './AtlasPage';

/** What the figures were asked for. */
let asked: URLSearchParams[] = [];

function serve(body: Partial<AtlasBody> = {}) {
  asked = [];
  server.use(
    ...fakeShapes(),
    fake('listAtlasKinds', atlasKinds()),
    fake('getAtlas', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return atlasBody(body);
    }),
    fake('getAtlasAreaInputs', atlasInputs()),
    fake('creditStatus', creditStatus()),
    fake('countSavedCompaniesByCounty', {
      counties: [{ fips: '41017', companies: 9, known: 0 }],
      elsewhere: 3,
      known_elsewhere: 0,
    }),
    fake('listJobs', { jobs: [], next: null }),
  );
}

const OREGON = { population: 4_081_943, low: 24, high: 60, usual: 40, unusual: false };
const SELL = '/atlas?question=sell&kind=dentist&state=OR';
const OPEN = '/atlas?question=open&kind=dentist&state=OR';
const open = (at: string) => renderScreen(<AtlasPage />, { at });
const list = () => screen.findByRole('list', { name: 'counties' });
const rows = async () =>
  within(await list())
    .getAllByRole('button')
    .map((row) => row.textContent);

describe('the Demand Map', () => {
  beforeEach(() => {
    serve();
  });

  it('to sell: counties by what is not saved; no data comes last, with its reason', async () => {
    open(SELL);
    expect(await rows()).toEqual([
      'Lane County131 not saved · 131',
      'Deschutes County103 not saved · 112',
      expect.stringMatching(/^Union County0–2 not saved · 0–2/),
      expect.stringMatching(/^Wheeler County0–2 not saved · 0–2/),
      'Sherman CountyNo income is published for Sherman County, OR.',
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Demand Map: dentists, 2021');
    expect(asked.map((params) => params.get('state'))).toEqual(['OR']);
  });

  it('to open one: those that surely have room, how many of them are wrong, and all on request', async () => {
    const { router } = open(OPEN);
    expect(await rows()).toEqual(['▲Union County2.4 missing · 0–2']);
    expect(screen.getByText('Of these 1 about 0 are wrong.')).toBeVisible();
    expect(screen.getByText('1 county with room for dentists')).toHaveRole('status');
    await userEvent.click(screen.getByRole('radio', { name: 'All 5' }));
    expect(await rows()).toEqual([
      '▲Union County2.4 missing · 0–2',
      '≈Lane County2.0 missing · 131',
      '?Wheeler County0.1 missing · 0–2',
      '▼Deschutes County32 too many · 112',
      '–Sherman CountyNo income is published for Sherman County, OR.',
    ]);
    await waitFor(() => {
      expect(router.state.location.search).toBe('?question=open&kind=dentist&state=OR&all=1');
    });
  });

  it('the two questions are not mixed: changing it changes list, colors and address', async () => {
    const { router } = open(SELL);
    await list();
    expect(screen.getByText('0–2', { selector: 'li span' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'I want to open one' }));
    expect(screen.getByText('crowded')).toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
    await waitFor(() => {
      expect(router.state.location.search).toBe('?question=open&kind=dentist&state=OR');
    });
    expect(asked, 'the same figures').toHaveLength(1);
  });

  it('Enter opens the popup with figures that tell their source; Esc gives the focus back', async () => {
    open(OPEN);
    const user = userEvent.setup();
    const row = within(await list()).getByRole('button', { name: /Union County/ });
    row.focus();
    await user.keyboard('{Enter}');
    const popup = within(await screen.findByRole('dialog', { name: 'Union County' }));
    expect(popup.getByText('Room for more')).toBeVisible();
    expect(popup.getByText('Sources disagree: 11 listed, 0–2 in the census.')).toBeVisible();
    expect(popup.getByText('Usual here').nextSibling).toHaveTextContent('5.2');
    await user.click(popup.getByText('For analysts'));
    expect(popup.getByText('Index').nextSibling).toHaveTextContent('53 (80%: 24 to 88)');
    expect(popup.getByText('Leakage').nextSibling).toHaveTextContent('+31');
    expect(popup.getByText('Sure').nextSibling).toHaveTextContent('93%');
    const inputs = within(await popup.findByLabelText('Inputs'));
    expect(inputs.getByText('Residents').nextSibling).toHaveTextContent('26,028');
    expect(inputs.getByText('Income a head').nextSibling).toHaveTextContent('Not published');
    await user.click(popup.getByRole('button', { name: '0–2' }));
    expect(await screen.findByText('County Business Patterns')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByText('County Business Patterns')).not.toBeInTheDocument();
    });
    expect(screen.getByRole('dialog', { name: 'Union County' })).toBeVisible();
    expect(popup.getByRole('link', { name: 'What is missing here' })).toHaveAttribute(
      'href',
      paths.atlasArea('41061'),
    );
    screen.getByRole('dialog', { name: 'Union County' }).focus();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(row).toHaveFocus();
    });
  });

  it('inputs that do not come are said, and come on request', async () => {
    server.use(fake('getAtlasAreaInputs', lost()));
    open(`${OPEN}&county=41061`);
    const popup = within(await screen.findByRole('dialog', { name: 'Union County' }));
    await userEvent.click(popup.getByText('For analysts'));
    const alert = within(await popup.findByRole('alert'));
    expect(alert.getByText(/^The inputs could not be loaded\./)).toBeVisible();
    server.use(fake('getAtlasAreaInputs', atlasInputs()));
    await userEvent.click(alert.getByRole('button', { name: 'Try Again' }));
    expect(await popup.findByText('Demand, in people')).toBeVisible();
  });

  it('says so where the browser makes no picture', async () => {
    open(OPEN);
    await list();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'PNG, the map' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The picture could not be made.');
  });

  it('a county in the address is open, also where the list does not hold it', async () => {
    open(`${OPEN}&county=41017`);
    const popup = within(await screen.findByRole('dialog', { name: 'Deschutes County' }));
    expect(popup.getByText('Crowded')).toBeVisible();
    expect(popup.getByText('Too many').nextSibling).toHaveTextContent('32');
  });

  it('to sell: the popup has what is saved, the rate and the listings', async () => {
    open(`${SELL}&county=41017&mine=1`);
    const popup = within(await screen.findByRole('dialog', { name: 'Deschutes County' }));
    for (const [label, text] of [
      ['Businesses now', '112'],
      ['Yours', '9'],
      ['Per 10,000', '5.6'],
      ['In our listings', '84'],
    ] as const) {
      expect(popup.getByText(label).nextSibling).toHaveTextContent(text);
    }
    expect(screen.getByText('3 companies of yours in no county')).toBeVisible();
  });

  it('to sell: businesses that the user knows are not sold to either', async () => {
    server.use(
      fake('countSavedCompaniesByCounty', {
        counties: [
          { fips: '41017', companies: 9, known: 5 },
          { fips: '41061', companies: 0, known: 1 },
        ],
        elsewhere: 3,
        known_elsewhere: 1,
      }),
    );
    open(`${SELL}&county=41017&mine=1`);
    const popup = within(await screen.findByRole('dialog', { name: 'Deschutes County' }));
    expect(popup.getByText('Yours').nextSibling).toHaveTextContent('14: 9 saved, 5 on your list');
    expect((await rows()).slice(0, 4)).toEqual([
      'Lane County131 not yours · 131',
      'Deschutes County98 not yours · 112',
      expect.stringMatching(/^Wheeler County0–2 not yours · 0–2/),
      expect.stringMatching(/^Union County0–1 not yours · 0–2/),
    ]);
    expect(screen.getByText('4 companies of yours in no county')).toBeVisible();
  });

  it('Start a search here leads to the form with kind and county', async () => {
    const { router } = renderScreen(<AtlasPage />, {
      at: `${OPEN}&county=41061`,
      routes: [{ path: '/googlemaps', element: <p>Form</p> }],
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Start a search here' }));
    expect(await screen.findByText('Form')).toBeVisible();
    expect(router.state.location.search).toBe('?term=dentist&county=41061');
  });

  it('asks for what More says, and counts what was changed', async () => {
    const { router } = open(SELL);
    await list();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.selectOptions(await screen.findByLabelText('Compared with'), 'Its state');
    await user.selectOptions(screen.getByLabelText('Smallest population'), '10,000');
    await user.click(screen.getByRole('checkbox', { name: 'My companies on the map' }));
    expect(await screen.findByRole('button', { name: 'More 3' })).toBeInTheDocument();
    await waitFor(() => {
      expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
        compare: 'state',
        min_population: '10000',
      });
    });
    await waitFor(() => {
      expect(router.state.location.search).toContain('compare=state&min_population=10000&mine=1');
    });
  });

  it('how it is computed has the formula, the constants of the kind and a county by hand', async () => {
    const { router } = open(`${OPEN}&how=1`);
    const drawer = within(await screen.findByRole('dialog', { name: 'How this is computed' }));
    expect((await drawer.findByText('κ', { selector: 'dt' })).nextSibling).toHaveTextContent('6');
    expect(
      drawer.getByText(/^y = 2: θ̂ = \(6\.000 \+ 2\) \/ \(6\.000 \+ 5\.200\) = 0\.714, index 71$/),
    ).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location.search).not.toContain('how');
    });
  });
});

describe('with what the Demand Map opens', () => {
  beforeEach(() => {
    serve();
  });

  it('at first with dentists in all states', async () => {
    const { router } = open('/atlas');
    await list();
    expect(router.state.location.search).toBe('?question=sell&kind=dentist&state=all');
    expect(asked[0]?.has('state')).toBe(false);
  });

  it('with the kind and state of the last search, if the map knows the kind', async () => {
    server.use(fake('listJobs', { jobs: [jobBody({ search_term: 'Brewery', state: 'WA' })], next: null }));
    const { router } = open('/atlas');
    await list();
    expect(router.state.location.search).toBe('?question=sell&kind=brewery&state=WA');
  });

  it('as it was left', async () => {
    const first = open('/atlas?question=open&kind=brewery&state=WA');
    await screen.findByRole('list', { name: 'counties' });
    first.unmount();
    const { router } = open('/atlas');
    await list();
    expect(router.state.location.search).toBe('?question=open&kind=brewery&state=WA');
  });

  it('never empty: an unknown kind is as if none were named', async () => {
    const { router } = open('/atlas?question=sell&kind=nonsense&state=OR');
    await list();
    expect(router.state.location.search).toBe('?question=sell&kind=dentist&state=OR');
  });
});

describe('what the Demand Map cannot show', () => {
  it('a failure keeps the page, and can be tried again', async () => {
    serve();
    server.use(fake('getAtlas', refusal(503)));
    open(SELL);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('County figures could not be loaded');
    expect(screen.getByRole('radio', { name: 'I sell to them' })).toBeInTheDocument();
    server.use(fake('getAtlas', atlasBody()));
    await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await rows()).toHaveLength(5);
  });

  it('says what was counted, and what the answer notes', async () => {
    serve({ notices: [{ code: 'state_unusual', text: 'Virginia as a whole is at 22.' }] });
    open('/atlas?question=sell&kind=ice+cream&state=OR');
    const notes = within(await screen.findByRole('note', { name: 'About these figures' }));
    expect(notes.getByText('Ice cream: counted as snack and coffee bars (722515).')).toBeVisible();
    expect(await notes.findByText('Virginia as a whole is at 22.')).toBeVisible();
  });

  it('a kind that is too rare has states only, whose class nobody can tell', async () => {
    serve({
      rows: [],
      missing: [],
      states: [
        { ...OREGON, state: 'OR', index: 120 },
        { ...OREGON, state: 'WA', index: 60, unusual: true },
      ],
      notices: [{ code: 'too_rare', text: 'Too rare in this table. States only.' }],
    });
    open('/atlas?question=open&kind=dentist&state=all');
    const states = within(await screen.findByRole('list', { name: 'states' }));
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '?WashingtonIndex 60',
      '?OregonIndex 120',
    ]);
    expect(screen.getByText('Too rare in this table. States only.')).toBeVisible();
  });

  it('where nothing surely has room: says so, and shows all', async () => {
    serve({ rows: atlasBody().rows.slice(0, 2) });
    open(OPEN);
    expect(await screen.findByText('No county here surely has room.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await rows()).toHaveLength(3);
  });

  it('neighborhoods say what they need before they are pressed', async () => {
    serve();
    server.use(fake('listAtlasKinds', atlasKinds({ neighborhoods: { allowed: false } })));
    const first = open(SELL);
    expect(await screen.findByText(/Neighborhoods come with Pro, Business and Enterprise\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/plans');
    expect(screen.getByRole('radio', { name: 'Neighborhoods' })).toBeDisabled();
    first.unmount();
    server.use(fake('listAtlasKinds', atlasKinds()));
    open('/atlas?question=sell&kind=dentist&state=all&level=tract');
    expect(await screen.findByText('Choose a state for neighborhoods.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'County' })).toBeChecked();
  });

  it('on a phone all but question and kind is in a sheet, which says how many it shows', async () => {
    onPhone();
    serve();
    open(SELL);
    await list();
    expect(screen.queryByRole('radio', { name: 'With surroundings' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'More' }));
    await userEvent.click(sheet.getByRole('radio', { name: 'With surroundings' }));
    await waitFor(() => {
      expect(asked.at(-1)?.get('level')).toBe('around');
    });
    await userEvent.click(await sheet.findByRole('button', { name: 'Show 5 counties' }));
    expect(await screen.findByRole('button', { name: 'More 1' })).toBeInTheDocument();
  });
});
