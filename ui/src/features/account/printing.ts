/** Whether a part of the report is drawn for paper: nothing to press, everything open, charts of one width. */
import { createContext, useContext } from 'react';

export const PrintingContext = createContext(false);

export function usePrinting(): boolean {
  return useContext(PrintingContext);
}

/** Fits Letter and A4 upright. */
export const PRINTED_CHART_PX = 640;
