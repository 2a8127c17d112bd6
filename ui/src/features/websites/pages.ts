/** The pages that a job has read of an address. */
import { api } from '@/shared/api/api';
import type { JobBody, PageBody, PageLink, WebsitePages } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';

/** Without an answer until the job has ended, and for other jobs. */
export function usePages(job: JobBody | null) {
  const { job_id: jobId = '', ended = false, reading = null } = job ?? {};
  const skip = !ended || reading?.of !== 'address';
  return api.useGetWebsitePagesQuery({ jobId }, { skip });
}

export type PagesQuery = ReturnType<typeof usePages>;

/** Why no page was read; null if one was, or if nothing is known of it. */
export function whyNothing({ pages }: WebsitePages): string | null {
  return pages.some(wasRead) ? null : (pages[0]?.error ?? null);
}

export function wasRead({ error }: PageBody): boolean {
  return error == null;
}

/** '1 page · 1 credit', '2 of 3 pages read, 2 credits.' */
export function outcomeText(pages: readonly PageBody[], credits: number): string {
  const read = pages.filter(wasRead).length;
  const cost = formatCounted(credits, 'credit');
  if (read === pages.length) return `${formatCounted(read, 'page')} · ${cost}`;
  return `${formatNumber(read)} of ${formatCounted(pages.length, 'page')} read, ${cost}.`;
}

/** The links of all pages, each address once. */
export function linksOf(pages: readonly PageBody[]): PageLink[] {
  const seen = new Map<string, PageLink>();
  for (const link of pages.flatMap(({ links }) => links)) {
    const before = seen.get(link.url);
    if (before === undefined || before.text === '') seen.set(link.url, link);
  }
  return [...seen.values()];
}
