/** How many companies the plan keeps, in words: before somebody saves some. */
import { useCredits } from '../credits/use-credits';
import { formatCounted } from '../lib/format';
import { useAskForSaved } from './companies-api';

export interface Room {
  /** Companies that the plan keeps. */
  most: number;
  /** How many more it has room for. */
  left: number;
}

/** Asks how much room there is; null where that cannot be had: the server decides in any case. */
export function useAskForRoom(): () => Promise<Room | null> {
  const { currentData: credits } = useCredits();
  const askForSaved = useAskForSaved();
  return async () => {
    if (credits === undefined) return null;
    const { max_saves: most, user_id: userId } = credits;
    const saved = await askForSaved(userId);
    return saved === null ? null : { most, left: Math.max(0, most - saved) };
  };
}

const companies = (count: number) => formatCounted(count, 'company', 'companies');

export function roomText({ most, left }: Room): string {
  return left === 0
    ? `Your plan has room for ${companies(most)}, and you have saved as many. Remove some to save others.`
    : `Your plan has room for ${formatCounted(left, 'more company', 'more companies')}.`;
}
