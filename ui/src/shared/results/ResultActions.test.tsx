import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resultRow } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { PATTERNS } from '@/shared/paths';
import { handedOverPlace, resultPoints } from './result-points';
import { DemandMapLink, ResultActions, ResultCell } from './ResultCell';

describe('a row in the table', () => {
  it('RES-04: hands over to its map what its address would fetch', async () => {
    const row = resultRow({
      row_idx: 3,
      address: '1 Alder St',
      phone: '5035550100',
      website: 'alder.example',
      latitude: 45.5,
      longitude: -122.6,
    });
    const { router } = renderScreen(<ResultActions sessionKey="s1" row={row} listOnly={false} />, {
      routes: [{ path: PATTERNS.businessMap, element: <p>arrived</p> }],
    });
    await userEvent.click(screen.getByRole('link', { name: 'Show Alder Brewing on a map' }));
    await screen.findByText('arrived');
    const brought = handedOverPlace(router.state.location.state, '3');
    expect(resultPoints(brought ?? [], '3')).toEqual(resultPoints([row], '3'));
    expect(brought?.[0]).toMatchObject({ address: '1 Alder St', website: 'alder.example' });
  });

  it('leads from its opportunity to the map of its kind, state and county', () => {
    const row = resultRow({ main_category: 'Fast_Food', state: 'oregon', county_fips: '41061' });
    renderScreen(<DemandMapLink row={row} />);
    expect(screen.getByRole('link', { name: 'Demand Map around Alder Brewing' })).toHaveAttribute(
      'href',
      '/atlas?question=open&kind=fast+food&state=OR&county=41061',
    );
  });

  it('without a kind leads to no map', () => {
    renderScreen(<DemandMapLink row={resultRow({ state: 'OR' })} />);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('RES-01: a cell without a text is empty, so that items of a phone have no bullet for it', () => {
    renderScreen(
      <p data-testid="cell">
        <ResultCell column="phone" text="" link={false} sample={false} yours={false} />
      </p>,
    );
    expect(screen.getByTestId('cell')).toBeEmptyDOMElement();
  });
});
