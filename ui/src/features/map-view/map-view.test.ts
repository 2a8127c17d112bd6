import { describe, expect, it } from 'vitest';
import { FIT, INITIAL_ZOOM, MIDDLE_OF_US } from './use-companies-map';
import { readAddress, writeAddress } from './map-address';
import { companyPoint, mappedCompany } from './mapped-company';
import { packed } from './map-view.testing';
import { visitOrder } from './use-visits';

describe('a company on the map', () => {
  it('MAPV-01: is placed only where both coordinates are present and numeric', () => {
    const position = (latitude: unknown, longitude: unknown) =>
      mappedCompany({ ...packed(), latitude: latitude as number, longitude: longitude as number }).position;
    expect(position(45.5, '-122.6')).toEqual({ latitude: 45.5, longitude: -122.6 });
    expect(position(0, 0)).toEqual({ latitude: 0, longitude: 0 });
    expect([position(null, -122), position(45, null), position('', ''), position('x', 1)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['not_contacted', '#c62828', 'N'],
    ['contacted', '#b85c00', 'C'],
    ['follow_up', '#1f63c4', 'F'],
    ['qualified', '#1e7a45', 'Q'],
    ['not_interested', '#5f6a66', 'X'],
    ['converted', '#7a3fa6', '✓'],
  ] as const)('MAPV-04: the status %j has its colour and letter', (status, fill, letter) => {
    expect(companyPoint(mappedCompany(packed({ status }))).look).toEqual({ fill, letter });
  });

  it('MAPV-04, MYCO-05: an unknown status is not contacted', () => {
    expect(mappedCompany(packed({ status: 'constructor' as 'contacted' })).status).toBe('not_contacted');
  });

  it('MAPV-04: says its address, else city and state, else nothing', () => {
    const detail = (changes: Parameters<typeof packed>[0]) =>
      companyPoint(mappedCompany(packed(changes))).detail;
    expect(detail({})).toBe('1 Alder St');
    expect(detail({ address: null })).toBe('Portland, OR');
    expect(detail({ address: null, city: null })).toBe('OR');
    expect(detail({ address: null, city: null, state: null })).toBeUndefined();
  });

  it('MAPV-03: the figures of the specification', () => {
    expect(FIT).toEqual({ paddingPx: 30, maxZoom: 12, singleZoom: 10, delayMs: 100 });
    expect(INITIAL_ZOOM).toBe(6);
    expect(MIDDLE_OF_US).toEqual({ latitude: 39.8283, longitude: -98.5795 });
  });
});

describe('the address of the map', () => {
  const roundTrip = (query: string) =>
    writeAddress(new URLSearchParams(), readAddress(new URLSearchParams(query)));

  it('MAPV-02: keeps filters, view and visits, and what others keep there', () => {
    const query =
      'portal=ledger&status=contacted&status=follow_up&industry=Bars+%26+Pubs%7CWine&state=OR&city=Bend' +
      '&score=91-100&view=45.52000%2C-122.67000%2C11&visit=45.50000%2C-122.60000';
    const params = new URLSearchParams(query);
    const address = readAddress(params);
    expect(address.filters).toEqual({
      status: ['contacted', 'follow_up'],
      industry: ['Bars & Pubs|Wine'],
      state: ['OR'],
      city: ['Bend'],
      score: ['91-100'],
    });
    expect(address.view).toEqual({ center: { latitude: 45.52, longitude: -122.67 }, zoom: 11 });
    expect(address.visit).toEqual({ latitude: 45.5, longitude: -122.6 });
    const written = writeAddress(params, address);
    expect([...written].sort()).toEqual([...params].sort());
  });

  it('MAPV-02: leaves out what is not known', () => {
    expect(roundTrip('status=zzz&score=1-2&view=91,0,5&view=1,2').toString()).toBe('');
    for (const view of ['', '1,2', '1,2,1.5', '1,2,20', '1,2,1', '1,2,3,4', 'a,b,c', '1,,3']) {
      expect(readAddress(new URLSearchParams({ view })).view, view).toBeNull();
    }
    expect(readAddress(new URLSearchParams({ visit: 'company-1' })).visit).toBe('company-1');
    expect(readAddress(new URLSearchParams({ visit: '' })).visit).toBeNull();
  });
});

describe('the order of visits', () => {
  const at = (name: string, latitude: number, longitude = -122) => ({
    name,
    position: { latitude, longitude },
  });
  const names = (...args: Parameters<typeof visitOrder<ReturnType<typeof at>>>) =>
    visitOrder(...args).map(({ place }) => place.name);

  it('goes from the start to the nearest, and always to the nearest left', () => {
    const places = [at('far', 47), at('near', 45.1), at('between', 45.6), at('behind', 44.7)];
    expect(names(places, { latitude: 45, longitude: -122 })).toEqual(['near', 'behind', 'between', 'far']);
    expect(names([], { latitude: 45, longitude: -122 })).toEqual([]);
  });

  it('takes those at the same place in their order, and says straight distances', () => {
    const places = [at('one', 45), at('two', 45), at('three', 46)];
    const stops = visitOrder(places, { latitude: 45, longitude: -122 });
    expect(stops.map(({ place }) => place.name)).toEqual(['one', 'two', 'three']);
    expect(stops.map(({ miles }) => Math.round(miles))).toEqual([0, 0, 69]);
  });
});
