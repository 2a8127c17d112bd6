import { useMediaQuery } from '@mantine/hooks';

/** Below `sm`, as in the style sheets. */
const PHONE = '(max-width: 47.99em)';

export function usePhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
}
