import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { PATTERNS, paths } from './paths';

describe('the addresses of the app', () => {
  it('SHL-03: a business is found again from the address that was built for it', () => {
    const key = 'a b/ü?#%';
    for (const [pattern, address] of [
      [PATTERNS.account, paths.account(key, 3)],
      [PATTERNS.businessMap, paths.businessMap(key, 3)],
    ] as const) {
      expect(matchRoutes([{ path: pattern }], address)?.[0]?.params).toEqual({
        sessionKey: key,
        rowIdx: '3',
      });
    }
  });

  it('SHL-03: a session stands in the query of the search page and of its map, a run in its schedule’s', () => {
    expect(paths.search()).toBe('/googlemaps');
    expect(paths.search('k&1')).toBe('/googlemaps?sessionKey=k%261');
    expect(paths.monitor('m/1', 'r&1')).toBe('/schedule/m%2F1?run=r%261');
    expect(paths.editMonitor('m1')).toBe('/schedule/m1?edit=1');
    expect(paths.schedule('k&1')).toBe('/schedule?session=k%261');
    expect(new URLSearchParams(paths.sessionMap('k 1').split('?')[1]).get('sessionKey')).toBe('k 1');
  });
});
