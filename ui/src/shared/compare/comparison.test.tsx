import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDollars, formatNumber, formatPercent } from '@/shared/lib/format';
import { CompareBar } from './CompareBar';
import { barPosition, compareWithAverage } from './comparison';
import { NATIONAL_AVERAGES } from './national-averages';

describe('a place against the national average', () => {
  const income = (value: number) =>
    compareWithAverage({
      value,
      average: NATIONAL_AVERAGES.medianIncome.value,
      as: 'amount',
      format: formatDollars,
    });
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
    const { value, average } = barPosition(110, 55);
    expect(value).toBeCloseTo(90.9, 1);
    expect(average).toBeCloseTo(45.45, 1);
    expect(barPosition(-3, 0)).toEqual({ value: 0, average: 0 });
  });

  it('says it in words beside the drawing', () => {
    render(<CompareBar value={92_400} average={69_300} comparison={income(92_400)} />);
    expect(screen.getByText(/33% above the national average of \$69,300/)).toBeInTheDocument();
  });
});
