/** What a form and its map change of a draft. */
import type { AreaDraft } from '../area/area-draft';
import type { SearchDraft } from './search-form';

export function draftChanges(change: (to: (before: SearchDraft) => SearchDraft) => void) {
  return {
    /** What the form itself does not hold stays. */
    onDraft: (typed: SearchDraft) => {
      change(({ source, by, area }) => ({ ...typed, source, by, area }));
    },
    onBy: (by: SearchDraft['by']) => {
      change((before) => ({ ...before, by }));
    },
    onSource: (source: SearchDraft['source']) => {
      change((before) => ({ ...before, source }));
    },
    onArea: (to: (area: AreaDraft) => AreaDraft) => {
      change((before) => ({ ...before, area: to(before.area) }));
    },
  };
}
