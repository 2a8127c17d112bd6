/** The typed search, which stays in this tab until it is started, for a return to the page. */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { DRAFT_KEY } from '@/shared/lib/browser-storage';
import { EMPTY_DRAFT, type SearchDraft } from '@/shared/search/form/search-form';

interface KeptDraft {
  userId: string;
  draft: SearchDraft;
}

/** `given` is what the page was opened with: it replaces what was typed before. */
export function useKeptDraft(
  userId: string,
  given: SearchDraft | null,
): [SearchDraft, Dispatch<SetStateAction<SearchDraft>>] {
  const [draft, setDraft] = useState(() => given ?? keptDraft(userId) ?? EMPTY_DRAFT);
  useEffect(() => {
    keep({ userId, draft });
  }, [userId, draft]);
  return [draft, setDraft];
}

/** It was started; what was typed since stays. */
export function forgetDraft(userId: string, started: SearchDraft): void {
  if (JSON.stringify(keptDraft(userId)) === JSON.stringify(started)) keep(null);
}

function keptDraft(userId: string): SearchDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null') as KeptDraft | null;
    // One that was kept by an earlier version knows no areas.
    return kept?.userId === userId ? { ...EMPTY_DRAFT, ...kept.draft } : null;
  } catch {
    return null;
  }
}

function keep(kept: KeptDraft | null): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}
