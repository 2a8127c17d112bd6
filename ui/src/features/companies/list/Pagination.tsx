/** The range shown, and links to other pages. */
import { Button } from '@mantine/core';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import classes from './Pagination.module.css';

/** Rows per page, and page numbers offered at once. */
export const PAGE_SIZE = 50;
const WINDOW = 5;

export function pageCount(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}

/** Up to five page numbers around the current one, clamped at both ends. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  return Array.from({ length: Math.min(WINDOW, pages) }, (_, index) => first + index);
}

interface PaginationProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pagination({ page, total, onPage }: PaginationProps) {
  const pages = pageCount(total);
  if (pages <= 1) return null;
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return (
    <nav className={classes.pagination} aria-label="Pages">
      <p className={classes.text} role="status">
        {`Showing ${formatNumber(first)}-${formatNumber(last)} of ${formatCounted(total, 'company', 'companies')}`}
      </p>
      <div className={classes.pages}>
        <Step label="First" to={1} page={page} onPage={onPage} wide />
        <Step label="Previous" to={Math.max(1, page - 1)} page={page} onPage={onPage} />
        {pageWindow(page, pages).map((number) => (
          <Button
            key={number}
            size="compact-sm"
            miw={32}
            variant={number === page ? 'filled' : 'default'}
            className={number === page ? undefined : (classes.wide ?? '')}
            aria-label={`Page ${formatNumber(number)}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => {
              onPage(number);
            }}
          >
            {formatNumber(number)}
          </Button>
        ))}
        <Step label="Next" to={Math.min(pages, page + 1)} page={page} onPage={onPage} />
        <Step label="Last" to={pages} page={page} onPage={onPage} wide />
      </div>
    </nav>
  );
}

interface StepProps {
  label: string;
  to: number;
  page: number;
  onPage: (page: number) => void;
  /** Hidden on a phone. */
  wide?: boolean;
}

/** Stays focusable when it leads nowhere, so that the last page does not lose the focus. */
function Step({ label, to, page, onPage, wide = false }: StepProps) {
  const leadsNowhere = to === page;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={wide ? (classes.wide ?? '') : undefined}
      {...ariaDisabled(leadsNowhere)}
      onClick={() => {
        if (!leadsNowhere) onPage(to);
      }}
    >
      {label}
    </Button>
  );
}
