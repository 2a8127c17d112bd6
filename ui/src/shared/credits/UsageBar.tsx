import { Progress } from '@mantine/core';
import { formatPercent } from '@/shared/lib/format';
import { progressColor } from './credit-figures';
import classes from './UsageBar.module.css';

interface UsageBarProps {
  percentageUsed: number;
  /** Pixels. */
  size?: number;
  mt?: number;
}

/** The share of the period's credits used, colored by how much that is; the same in words is next to it. */
export function UsageBar({ percentageUsed, size = 8, mt = 0 }: UsageBarProps) {
  const color = progressColor(percentageUsed);
  return (
    <Progress
      mt={mt}
      size={size}
      value={percentageUsed}
      color={`var(--da-progress-${color})`}
      classNames={{ root: classes.track ?? '' }}
      aria-label={`${formatPercent(percentageUsed, 0)} of credits used`}
      data-color={color}
    />
  );
}
