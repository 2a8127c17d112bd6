import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDollars, formatNumber, formatPercent } from '@/shared/lib/format';
import { CompareBar } from './CompareBar';
import { barPosition, compareWithAreas, compareWithAverage } from './comparison';

describe('a place against the national average', () => {
  const income = (value: number) =>
    compareWithAverage({ value, average: 69_300, as: 'amount', format: formatDollars });
  const share = (value: number) =>
    compareWithAverage({ value, average: 35.2, as: 'share', format: formatPercent });

  it('ACC-05: amounts in percent, shares in points, ages and minutes in their unit', () => {
    expect(income(92_400)).toEqual({ direction: 'above', text: '33% above the national average of $69,300' });
    expect(share(28.9)).toEqual({
      direction: 'below',
      text: '6.3 points below the national average of 35.2%',
    });
    const age = {
      average: 38.5,
      as: 'unit',
      format: (years: number) => formatNumber(years, 1),
      unit: 'years',
    } as const;
    expect(compareWithAverage({ ...age, value: 44.1 }).text).toBe(
      '5.6 years above the national average of 38.5',
    );
  });

  it('ACC-05: within 2 % or half a point it is about the average', () => {
    expect(income(70_000).direction).toBe('about');
    expect(income(71_000).direction).toBe('above');
    expect(share(35.7).direction).toBe('about');
    expect(share(35.8)).toMatchObject({ direction: 'above' });
    expect(share(34.6).text).toBe('0.6 points below the national average of 35.2%');
  });

  it('ACC-05: bars go from 0 to 1.1 times the larger', () => {
    const { value, other } = barPosition(110, 55);
    expect(value).toBeCloseTo(90.9, 1);
    expect(other).toBeCloseTo(45.45, 1);
    expect(barPosition(-3, 0)).toEqual({ value: 0, other: 0 });
  });

  it('says it in words beside the drawing', () => {
    render(<CompareBar value={92_400} other={69_300} isAverage comparison={income(92_400)} />);
    expect(screen.getByText(/33% above the national average of \$69,300/)).toBeInTheDocument();
    expect(screen.getByText('US')).toBeInTheDocument();
  });
});

describe('a place against the middle of all counties, where the nation has no figure', () => {
  const area = { one: 'county', many: 'counties' };
  const deciles = [40, 45, 50, 55, 60, 65, 70, 80, 90];
  const rent = (value: number) => compareWithAreas({ value, deciles, area, as: 'amount', format: String });

  it('ACC-05: counts the tenths that are lower or higher, and never calls the middle an average', () => {
    expect(rent(72)).toEqual({ direction: 'above', text: 'higher than in 7 of 10 counties' });
    expect(rent(99)?.text).toBe('higher than in 9 of 10 counties');
    expect(rent(62)?.text).toBe('higher than in 5 of 10 counties');
    expect(rent(52)).toEqual({ direction: 'below', text: 'lower than in 6 of 10 counties' });
    expect(rent(1)?.text).toBe('lower than in 9 of 10 counties');
    expect(rent(60.5)).toEqual({ direction: 'about', text: 'about as in the middle county (60)' });
    expect(compareWithAreas({ value: 1, deciles: [], area, as: 'amount', format: String })).toBeNull();
  });

  it('says at its tick that it is the middle', () => {
    const comparison = rent(72) ?? { direction: 'about', text: '' };
    render(<CompareBar value={72} other={60} isAverage={false} comparison={comparison} />);
    expect(screen.getByText('Middle')).toBeInTheDocument();
  });
});
