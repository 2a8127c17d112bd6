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

/** How much of the period's credits is used, in the colour of how much that is; words stand beside it. */
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
