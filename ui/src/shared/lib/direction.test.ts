import { expect, test } from 'vitest';
import { isolated } from './direction';

test('a name neither turns what follows nor is turned by it', () => {
  expect(isolated('brewery · Bend, OR')).toBe('brewery · Bend, OR');
  expect(isolated('Café Ünïcode 東京')).toBe('Café Ünïcode 東京');
  expect(isolated('مصنع')).toBe('\u2068مصنع\u2069');
  expect(isolated('\u2069\u202egnikaerB')).toBe('gnikaerB');
});
