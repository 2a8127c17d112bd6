/**
 * How a marker looks: a filled circle with a white ring and a dark line around it, and for statuses a white
 * letter, since red / green, red / orange and blue / purple are alike to colour-blind eyes. The same in both
 * schemes, because tiles are.
 */
export interface MarkerLook {
  fill: string;
  /** Empty for markers that stand for no status. */
  letter: string;
}

export const RESULT_LOOK: MarkerLook = { fill: '#0f6e64', letter: '' };

export const CLUSTER_FILL = '#08453f';
export const SELECTED_RING = '#e0a43a';
