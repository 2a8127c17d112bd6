import { describe, expect, it } from 'vitest';
import { FIRST_OPENING, readAddress, writeAddress, type Settings } from './atlas-address';

const KINDS = new Set(['dentist', 'brewery']);
const read = (query: string) => readAddress(new URLSearchParams(query), FIRST_OPENING, KINDS);

describe('the address of the Demand Map', () => {
  it('holds everything, and is read as it was written', () => {
    const settings: Settings = {
      question: 'open',
      kind: 'brewery',
      state: 'OR',
      level: 'around',
      measure: 'gap',
      supply: 'listings',
      compare: 'nation',
      minPopulation: 10_000,
      radius: 40,
      mine: true,
      all: true,
      area: '41061',
      how: true,
    };
    expect(read(writeAddress(settings).toString())).toEqual(settings);
  });

  it('names question, kind and state alone where the rest is usual', () => {
    expect(writeAddress(read('')).toString()).toBe('question=sell&kind=dentist&state=all');
    expect(writeAddress(read('level=around&radius=25')).toString()).toContain('level=around');
    expect(writeAddress(read('level=around&radius=25')).has('radius')).toBe(false);
  });

  it('drops what it does not know', () => {
    expect(
      read('question=x&kind=x&state=x&level=x&show=x&supply=x&compare=x&min_population=7&radius=-1'),
    ).toEqual(read(''));
    expect(read('radius=40').radius, 'a county has no radius').toBeNull();
    expect(read('show=gap').measure, 'a measure of the other question').toBe('now');
  });
});
