/** Credits spent per day: a chart, the same as a sentence, and a table on request. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import {
  formatAxisValue,
  formatCounted,
  formatDate,
  formatNumber,
  formatShortDate,
} from '@/shared/lib/format';
import { ChartFigure } from '@/shared/ui/ChartFigure';
import type { UsageDay } from '@/shared/api/generated';
import classes from './Ledger.module.css';

/** One label per week, so that none is dropped or rotated. */
const LABEL_EVERY = 7;

export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  return (
    <ChartFigure
      caption={`Credits spent per day (UTC), last ${days.length} days`}
      words={<p className={classes.sentence}>{inWords(days)}</p>}
      drawing={<Drawing days={days} />}
      table={<UsageTable days={days.filter(({ credits }) => credits > 0)} />}
    />
  );
}

function inWords(days: readonly UsageDay[]): string {
  const total = days.reduce((sum, { credits }) => sum + credits, 0);
  if (total === 0) return 'Nothing was spent.';
  const highest = days.reduce((most, day) => (day.credits > most.credits ? day : most));
  return `${formatCounted(total, 'credit')} in all, most on ${formatDate(highest.date)}: ${formatNumber(highest.credits)}.`;
}

function Drawing({ days }: { days: readonly UsageDay[] }) {
  return (
    <div className={classes.drawing} aria-hidden>
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--da-border)" />
          <XAxis
            dataKey="date"
            interval={LABEL_EVERY - 1}
            tickFormatter={formatShortDate}
            tickLine={false}
            axisLine={{ stroke: 'var(--da-average-outline)' }}
          />
          <YAxis
            width={36}
            allowDecimals={false}
            tickCount={3}
            tickFormatter={formatAxisValue}
            tickLine={false}
            axisLine={false}
          />
          <Bar dataKey="credits" fill="var(--da-chart-place)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function UsageTable({ days }: { days: readonly UsageDay[] }) {
  if (days.length === 0) return null;
  return (
    <table className={classes.ledger} aria-label="Credits spent per day">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className={classes.number}>
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, credits }) => (
          <tr key={date}>
            <td>{formatDate(date)}</td>
            <td className={classes.number}>{formatNumber(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
