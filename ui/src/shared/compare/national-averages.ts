/** The national averages of the two charts, as in the specification: of about 2022. */
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

/** The chart of shares uses another employment growth than the list. */
export const EMPLOYMENT_GROWTH_IN_CHART = 2.5;

/** Figures more than two years older than the averages are marked beside the bar. */
export const OLDEST_CURRENT_YEAR = 2020;
