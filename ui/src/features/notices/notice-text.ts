/** Notices in words. */
import { formatCounted, formatNumber, formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import type { Notice, PausedReason } from '@/shared/api/generated';

const PAUSED_BY: Record<PausedReason, string> = {
  user: 'by you',
  plan: 'plan ended',
  source: 'source off',
  failures: 'ten failures',
  operator: 'by the operator',
};

/** 'brewery · Bend, OR: 3 new, 1 changed'. */
export function noticeText(notice: Notice): string {
  const { kind, name, budget, goes_on: goesOn, paused_by: by } = notice;
  const its = formatCounted(budget ?? 0, 'credit');
  switch (kind) {
    case 'changes':
      return `${name}: ${changesText(notice)}`;
    case 'budget_80':
      return `${name} has used 80% of its ${its}`;
    case 'budget_used':
      return [
        `${name} used its ${its}`,
        goesOn == null ? '' : `. It goes on ${formatShortDate(goesOn)}.`,
      ].join('');
    case 'paused':
      return by == null ? `${name} is paused` : `${name} is paused: ${PAUSED_BY[by]}`;
  }
}

/** What there is none of is left out. */
function changesText({ new: added, changed, gone }: Notice): string {
  return (
    [
      [added, 'new'],
      [changed, 'changed'],
      [gone, 'gone'],
    ] as const
  )
    .flatMap(([count, word]) => (count == null || count === 0 ? [] : [`${formatNumber(count)} ${word}`]))
    .join(', ');
}

/** The run that it is about, or the monitor. */
export function noticePath({ monitor_id: monitor, session_key: run }: Notice): string {
  return paths.monitor(monitor, run ?? undefined);
}

/** '2 new notices'. */
export function newNoticesText(count: number): string {
  return formatCounted(count, 'new notice');
}
