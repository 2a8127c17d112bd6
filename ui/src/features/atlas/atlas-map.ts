/** The drawn map of areas, whose script is loaded once for all that show one. */
import { preload } from '@/shared/lib/preload';

const script = preload(() => import('./AtlasMap'));

export const AtlasMap = script.component((module) => module.AtlasMap);
export const loadAtlasMap = script.ask;
