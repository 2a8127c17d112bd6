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

const NOT_CONTACTED: MarkerLook = { fill: '#c62828', letter: 'N' };
const QUALIFIED: MarkerLook = { fill: '#1e7a45', letter: 'Q' };
const CONVERTED: MarkerLook = { fill: '#7a3fa6', letter: '✓' };

const STATUS_LOOKS: ReadonlyMap<string, MarkerLook> = new Map([
  ['not_contacted', NOT_CONTACTED],
  ['contacted', { fill: '#b85c00', letter: 'C' }],
  ['follow_up', { fill: '#1f63c4', letter: 'F' }],
  ['qualified', QUALIFIED],
  ['proposal_sent', QUALIFIED],
  ['not_interested', { fill: '#5f6a66', letter: 'X' }],
  ['converted', CONVERTED],
  ['customer', CONVERTED],
]);

/** The look of a contact status; a missing or unknown one is not contacted. */
export function statusLook(status: string | null | undefined): MarkerLook {
  return STATUS_LOOKS.get(status ?? '') ?? NOT_CONTACTED;
}
