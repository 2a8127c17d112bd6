/**
 * Whether a part of the report is rendered for paper: nothing interactive, everything expanded, charts of one width.
 */
import { createContext, useContext } from 'react';

export const PrintingContext = createContext(false);

export function usePrinting(): boolean {
  return useContext(PrintingContext);
}

/** Fits Letter and A4 in portrait. */
export const PRINTED_CHART_PX = 640;
