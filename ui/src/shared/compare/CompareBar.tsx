import { DIRECTION_SIGNS, barPosition, type Comparison } from './comparison';
import classes from './CompareBar.module.css';

interface CompareBarProps {
  value: number;
  average: number;
  comparison: Comparison;
}

/** A place's bar with the tick of the nation's average, and the same in words. Drawn in percent: it prints. */
export function CompareBar({ value, average, comparison }: CompareBarProps) {
  const at = barPosition(value, average);
  return (
    <div className={classes.compare}>
      <svg className={classes.drawing} width="100%" height="32" aria-hidden focusable="false">
        <rect className={classes.track} x="0" y="16" width="100%" height="12" rx="2" />
        <rect className={classes.bar} x="0" y="16" width={`${at.value}%`} height="12" rx="2" />
        <line className={classes.tick} x1={`${at.average}%`} x2={`${at.average}%`} y1="12" y2="32" />
        <text className={classes.cap} x={`${at.average}%`} y="9" textAnchor="middle">
          US
        </text>
      </svg>
      <span className={classes.words}>
        <span aria-hidden>{DIRECTION_SIGNS[comparison.direction]} </span>
        {comparison.text}
      </span>
    </div>
  );
}
