/**
 * The national averages that places are compared with, as the specification states them, and how each is
 * compared: amounts in percent, shares in points, ages, minutes and persons in their own unit.
 */
export type ComparedAs = 'amount' | 'share' | 'unit';

export interface NationalAverage {
  value: number;
  as: ComparedAs;
}

export const NATIONAL_AVERAGES = {
  medianAge: { value: 38.5, as: 'unit' },
  householdSize: { value: 2.53, as: 'unit' },
  bachelors: { value: 35.2, as: 'share' },
  homeowners: { value: 64.8, as: 'share' },
  medianIncome: { value: 69_300, as: 'amount' },
  homeValue: { value: 240_000, as: 'amount' },
  grossRent: { value: 1100, as: 'amount' },
  poverty: { value: 10.5, as: 'share' },
  age65Plus: { value: 16.5, as: 'share' },
  populationGrowth: { value: 0.7, as: 'share' },
  unemployment: { value: 3.7, as: 'share' },
  employmentGrowth: { value: 1.4, as: 'share' },
  weeklyWage: { value: 1200, as: 'amount' },
  workFromHome: { value: 15, as: 'share' },
  publicTransport: { value: 5.2, as: 'share' },
  noVehicle: { value: 8.5, as: 'share' },
  commuteTime: { value: 27.6, as: 'unit' },
  totalEmployment: { value: 50_000, as: 'amount' },
  populationDensity: { value: 94, as: 'amount' },
} as const satisfies Record<string, NationalAverage>;

/** The chart of shares compares employment growth with another figure than everything else does. */
export const EMPLOYMENT_GROWTH_IN_CHART = 2.5;
