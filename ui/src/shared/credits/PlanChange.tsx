import type { ReactNode } from 'react';
import { ContactLink } from '@/shared/config/WithContact';

/** How a plan is changed while none can be bought here; `children` lead to where codes are redeemed. */
export function PlanChange({ children }: { children: ReactNode }) {
  return (
    <>
      To change your plan, ask whoever runs DemandAtlas for you
      <ContactLink />, or {children}.
    </>
  );
}
