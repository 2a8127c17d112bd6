import { formatNumber } from '@/shared/lib/format';
import { scoreClass } from './score';
import classes from './ScoreBadge.module.css';

interface ScoreBadgeProps {
  score: number;
  /** A risk is neither good nor bad in itself, so it has no class. */
  risk?: boolean;
}

/** A score with a thin bar from 0 to 100. */
export function ScoreBadge({ score, risk = false }: ScoreBadgeProps) {
  const level = risk ? undefined : scoreClass(score);
  return (
    <span className={`${classes.badge ?? ''} ${level ?? ''}`} data-class={level}>
      <span className={classes.figure}>{formatNumber(score)}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${Math.max(0, Math.min(score, 100))}%` }} />
      </span>
    </span>
  );
}
