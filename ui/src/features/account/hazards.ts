/** Natural hazards: which ones the page shows, with icon and color. */
import type { Icon } from '@tabler/icons-react';
import {
  IconActivity,
  IconBolt,
  IconCloudRain,
  IconDropletOff,
  IconFlame,
  IconSnowflake,
  IconTornado,
  IconVolcano,
} from '@/shared/ui/icons';
import { numberOf, type Account } from './account';

type HazardClass = 'snow' | 'rain' | 'lightning' | 'fire' | 'tornado' | 'earthquake' | 'volcano' | 'default';

export const HAZARD_ICONS: Record<HazardClass, Icon> = {
  snow: IconSnowflake,
  rain: IconCloudRain,
  lightning: IconBolt,
  fire: IconFlame,
  tornado: IconTornado,
  earthquake: IconActivity,
  volcano: IconVolcano,
  default: IconDropletOff,
};

/** The overall risk is the mean of these nine. */
export const HAZARDS = [
  { label: 'Lightning', name: 'lightning_risk' },
  { label: 'Hurricane', name: 'hurricane_risk' },
  { label: 'Wildfire', name: 'wildfire_risk' },
  { label: 'Tornado', name: 'tornado_risk' },
  { label: 'Flood', name: 'flood_risk' },
  { label: 'Earthquake', name: 'earthquake_risk' },
  { label: 'Hail', name: 'hail_risk' },
  { label: 'Heat Wave', name: 'heat_wave_risk' },
  { label: 'Drought', name: 'drought_risk' },
] as const;

export const WEATHER_FACTS = [
  'weather_risk_score',
  ...[1, 2, 3].flatMap((place) => [`top_risk_${place}`, `top_risk_${place}_score`]),
  ...HAZARDS.map(({ name }) => name),
];

const CLASSES: readonly (readonly [RegExp, HazardClass])[] = [
  [/volcan/i, 'volcano'],
  [/earthquake|landslide/i, 'earthquake'],
  [/tornado|wind/i, 'tornado'],
  [/lightning/i, 'lightning'],
  [/fire|heat/i, 'fire'],
  [/hail|ice|snow|winter|cold|avalanche/i, 'snow'],
  [/hurricane|flood|rain|tsunami|storm/i, 'rain'],
];

export function hazardClass(hazard: string): HazardClass {
  return CLASSES.find(([words]) => words.test(hazard))?.[1] ?? 'default';
}

/** The overall risk from 0 to 100: as delivered, else the mean of the rated ones of the nine. */
export function overallRisk(account: Account): number | null {
  const delivered = numberOf(account, 'weather_risk_score');
  if (delivered !== null) return delivered;
  const rated = HAZARDS.map(({ name }) => numberOf(account, name)).filter((score) => score !== null);
  return rated.length === 0 ? null : rated.reduce((sum, score) => sum + score, 0) / rated.length;
}
