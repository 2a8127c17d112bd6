/** The national averages of the two charts, as the specification states them: of about 2022. */
export const NATIONAL_AVERAGES = {
  medianAge: 38.5,
  householdSize: 2.53,
  bachelors: 35.2,
  homeowners: 64.8,
  medianIncome: 69_300,
  homeValue: 240_000,
  grossRent: 1100,
  poverty: 10.5,
  age65Plus: 16.5,
  populationGrowth: 0.7,
  unemployment: 3.7,
  employmentGrowth: 1.4,
  weeklyWage: 1200,
  workFromHome: 15,
  publicTransport: 5.2,
  noVehicle: 8.5,
  commuteTime: 27.6,
  totalEmployment: 50_000,
  populationDensity: 94,
} as const;

/** The chart of shares compares employment growth with another figure than the list has. */
export const EMPLOYMENT_GROWTH_IN_CHART = 2.5;

/** What ends more than two years before the averages' year is said beside the bar. */
export const OLDEST_CURRENT_YEAR = 2020;
