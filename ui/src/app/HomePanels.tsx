/** Home's panels, which are of several features: a chunk of its own. */
import { DemandPanel } from '@/features/atlas/DemandPanel';
import { HomePanels as Panels } from '@/features/home/HomePanels';

export function HomePanels() {
  return <Panels demand={<DemandPanel />} />;
}
