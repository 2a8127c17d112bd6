import type { ReactNode } from 'react';
import { ContactLink } from '@/shared/config/WithContact';

/** How to change a plan while none can be bought here; `children` link to where codes are redeemed. */
export function PlanChange({ children }: { children: ReactNode }) {
  return (
    <>
      To change your plan, ask whoever runs DemandAtlas for you
      <ContactLink />, or {children}.
    </>
  );
}
