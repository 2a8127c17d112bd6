/** Notices in words. */
import { formatCounted, formatNumber, formatShortDate } from '@/shared/lib/format';
import { isolated } from '@/shared/lib/direction';
import { PAUSED_BY } from '@/shared/monitors/paused-by';
import { paths } from '@/shared/paths';
import type { Notice } from '@/shared/api/generated';

/** 'brewery · Bend, OR: 3 new, 1 changed'. */
export function noticeText(notice: Notice): string {
  const { kind, budget, goes_on: goesOn, paused_by: by } = notice;
  const name = isolated(notice.name);
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
