import { DIRECTION_SIGNS, barPosition, type Comparison } from './comparison';
import classes from './CompareBar.module.css';

interface CompareBarProps {
  value: number;
  /** The nation's average, or the middle area's figure. */
  other: number;
  isAverage: boolean;
  comparison: Comparison;
}

/** A place's bar with a tick for the nation, and the same in words. Sized in percent, so it prints. */
export function CompareBar({ value, other, isAverage, comparison }: CompareBarProps) {
  const at = barPosition(value, other);
  return (
    <div className={classes.compare}>
      <svg className={classes.drawing} width="100%" height="32" aria-hidden focusable="false">
        <rect className={classes.track} x="0" y="16" width="100%" height="12" rx="2" />
        <rect className={classes.bar} x="0" y="16" width={`${at.value}%`} height="12" rx="2" />
        <line className={classes.tick} x1={`${at.other}%`} x2={`${at.other}%`} y1="12" y2="32" />
        <text className={classes.cap} x={`${at.other}%`} y="9" textAnchor="middle">
          {isAverage ? 'US' : 'Middle'}
        </text>
      </svg>
      <span className={classes.words}>
        <span aria-hidden>{DIRECTION_SIGNS[comparison.direction]} </span>
        {comparison.text}
      </span>
    </div>
  );
}
