import { describe, expect, it } from 'vitest';
import { formatMonth, formatTimeOfDay, isZoneFound, ownZone, zoneCode, zoneGroups, zoneLabel } from './zone';

describe('time zones', () => {
  it('are called by their places', () => {
    expect(zoneLabel('America/Los_Angeles')).toBe('Los Angeles');
    expect(zoneLabel('America/Indiana/Knox')).toBe('Knox, Indiana');
    expect(zoneLabel('UTC')).toBe('UTC');
  });

  it('have the code that holds at a moment', () => {
    expect(zoneCode('America/Los_Angeles', new Date('2026-03-10T13:00Z'))).toBe('PDT');
    expect(zoneCode('America/Los_Angeles', new Date('2026-11-23T14:00Z'))).toBe('PST');
    expect(zoneCode('Nowhere/City', new Date())).toBe('Nowhere/City');
  });

  it('stand in groups by region, the given one among them', () => {
    const listed = (given: string) =>
      zoneGroups(given).flatMap(({ group, items }) => items.map(({ value }) => `${group}: ${value}`));
    expect(listed(ownZone())).toContain('America: America/Los_Angeles');
    expect(listed('Nowhere/City')).toContain('Nowhere: Nowhere/City');
    expect(
      listed(ownZone()).filter((zone) => zone === 'UTC: UTC'),
      'not listed by all browsers',
    ).toHaveLength(1);
  });

  it.each(['los an', 'America/Los_Angeles', 'america/los angeles', 'Pacific'])(
    'are found by %s',
    (search) => {
      expect(isZoneFound('America/Los_Angeles', search)).toBe(true);
      expect(isZoneFound('America/New_York', search)).toBe(false);
    },
  );
});

it('a time of day is said with its minutes, or without where there are none', () => {
  expect(formatTimeOfDay('06:00')).toBe('6:00 AM');
  expect(formatTimeOfDay('06:00', 'short')).toBe('6 AM');
  expect(formatTimeOfDay('18:30', 'short')).toBe('6:30 PM');
  expect(formatTimeOfDay('nonsense')).toBe('nonsense');
});

it('a month is said by its name', () => {
  expect(formatMonth('2026-03')).toBe('March');
  expect(formatMonth('nonsense')).toBe('nonsense');
});
