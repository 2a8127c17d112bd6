import { expect, test } from 'vitest';
import { changedLines, changePoints, movedLines, pointOfRow } from './changes';
import { change } from './schedule.testing';

const PHONE = { field: 'phone' as const, before: '5415550101', after: '5415550199' };
const MOVED = { meters: 320, from: [44.05, -121.3] as [number, number] };

test('each changed field is a line, and so is a move', () => {
  const lines = changedLines([
    change({ n: 7, fields: [PHONE, { field: 'website' as const, after: 'a.example' }], moved: MOVED }),
  ]);
  expect(lines.map(({ id, field, before, after }) => [id, field, before, after])).toEqual([
    ['changed-7 Phone', 'Phone', '(541) 555-0101', '(541) 555-0199'],
    ['changed-7 Website', 'Website', undefined, 'a.example'],
    ['changed-7 Position', 'Position', undefined, undefined],
  ]);
  expect(pointOfRow('changed-7 Phone')).toBe('changed-7');
});

test('markers tell the kinds apart by sign and color; what has no coordinates has none', () => {
  const looks = (['new', 'changed', 'gone'] as const).map((kind) => changePoints(kind, [change()])[0]?.look);
  expect(looks).toEqual([
    { letter: '+', fill: '#1e7a45' },
    { letter: '~', fill: '#1f63c4' },
    { letter: '−', fill: '#5f6a66' },
  ]);
  const nowhere = change({ name: ' ' });
  delete nowhere.latitude;
  expect(changePoints('new', [nowhere])).toMatchObject([{ name: 'Unnamed business', position: null }]);
});

test('a line leads from where it was to where it is', () => {
  expect(movedLines([change(), change({ moved: MOVED })])).toEqual([
    [
      { latitude: 44.05, longitude: -121.3 },
      { latitude: 44.06, longitude: -121.31 },
    ],
  ]);
});
