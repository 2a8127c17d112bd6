/** The sections of the page, in their order, and the groups that lead to them. */
import type { ComponentType } from 'react';
import type { Account } from './account';
import { CompanySection } from './CompanySection';
import { CompetitorsNearby } from './CompetitorsSection';
import { AccountDetails, Notes } from './CrmSections';
import {
  Commuting,
  COMMUTING_FACTS,
  County,
  hasAny,
  Housing,
  HOUSING_FACTS,
  Infrastructure,
  Neighborhood,
  Tourism,
  TOURISM_FACTS,
  VEHICLE_FACTS,
  Vehicles,
} from './DemographicSections';
import { BusinessDensity, RegionalIndicators, Saturation, Scoring } from './MarketSections';
import { NextSteps } from './NextSteps';
import { AccessSection, LocationSection, RiskAssessment, Socioeconomics } from './PlaceSections';
import { earlyScript } from '@/shared/lib/early-script';
import { loadMap } from '@/shared/map/MapFrame';
import { WeatherRisks } from './WeatherSection';

const charts = earlyScript(() => import('./ChartSections'));
// Both are asked for while the row is, not after it.
charts.ask();
loadMap();
const ShareComparisons = charts.component((module) => module.ShareComparisons);
const AmountComparisons = charts.component((module) => module.AmountComparisons);
const PoliticalAffiliation = charts.component((module) => module.PoliticalAffiliation);

export type SectionGroup = 'At a glance' | 'Your work' | 'People and place' | 'Market' | 'Risk and outlook';

export interface SectionOf {
  id: string;
  title: string;
  group: SectionGroup;
  Content: ComponentType;
  /** Where it is left out without any of its facts. */
  shown?: (account: Account) => boolean;
  /** Pixels that are kept while it loads. */
  minHeight?: number;
}

export const SECTIONS: readonly SectionOf[] = [
  { id: 'company', title: 'Company', group: 'At a glance', Content: CompanySection },
  { id: 'socioeconomics', title: 'Socioeconomics', group: 'At a glance', Content: Socioeconomics },
  { id: 'risk', title: 'Risk Assessment', group: 'At a glance', Content: RiskAssessment },
  { id: 'location', title: 'Location', group: 'At a glance', Content: LocationSection },
  { id: 'access', title: 'Transportation & Access', group: 'At a glance', Content: AccessSection },
  {
    id: 'percentages',
    title: 'Percentage Comparisons vs National Average',
    group: 'At a glance',
    Content: ShareComparisons,
    minHeight: 420,
  },
  {
    id: 'amounts',
    title: 'Financial & Demographic Comparisons vs National Average',
    group: 'At a glance',
    Content: AmountComparisons,
    minHeight: 640,
  },
  { id: 'details', title: 'Account Details', group: 'Your work', Content: AccountDetails },
  { id: 'notes', title: 'Notes', group: 'Your work', Content: Notes },
  { id: 'next-steps', title: 'Next Steps', group: 'Your work', Content: NextSteps },
  {
    id: 'neighborhood',
    title: 'Neighborhood Demographics',
    group: 'People and place',
    Content: Neighborhood,
  },
  { id: 'county', title: 'County Demographics', group: 'People and place', Content: County },
  {
    id: 'infrastructure',
    title: 'Transportation Infrastructure',
    group: 'People and place',
    Content: Infrastructure,
  },
  {
    id: 'commuting',
    title: 'Commuting & Employment',
    group: 'People and place',
    Content: Commuting,
    shown: (account) => hasAny(account, COMMUTING_FACTS),
  },
  {
    id: 'housing',
    title: 'Housing Market Activity',
    group: 'People and place',
    Content: Housing,
    shown: (account) => hasAny(account, HOUSING_FACTS),
  },
  {
    id: 'vehicles',
    title: 'Vehicle Ownership & Transportation',
    group: 'People and place',
    Content: Vehicles,
    shown: (account) => hasAny(account, VEHICLE_FACTS),
  },
  {
    id: 'tourism',
    title: 'Tourism & Visitor Economy',
    group: 'People and place',
    Content: Tourism,
    shown: (account) => hasAny(account, TOURISM_FACTS),
  },
  {
    id: 'density',
    title: 'Market Intelligence & Business Density',
    group: 'Market',
    Content: BusinessDensity,
  },
  { id: 'saturation', title: 'Market Saturation Analysis', group: 'Market', Content: Saturation },
  { id: 'indicators', title: 'Regional Indicators', group: 'Market', Content: RegionalIndicators },
  { id: 'weather', title: 'Weather Risks', group: 'Risk and outlook', Content: WeatherRisks },
  {
    id: 'competitors',
    title: 'Competitors Nearby',
    group: 'Risk and outlook',
    Content: CompetitorsNearby,
  },
  {
    id: 'politics',
    title: 'Political Affiliation',
    group: 'Risk and outlook',
    Content: PoliticalAffiliation,
    minHeight: 260,
  },
  { id: 'scoring', title: 'Market Intelligence Scoring', group: 'Risk and outlook', Content: Scoring },
];
