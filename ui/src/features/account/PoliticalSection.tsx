/** How the county voted: Rep, Dem and others as a pie with labels around it. */
import { Pie, PieChart, ResponsiveContainer } from 'recharts';
import { formatPercent } from '@/shared/lib/format';
import { textOf, numberOf, useAccount, type Account } from './account';
import { usePrinting } from './printing';
import classes from './Account.module.css';
import figures from './Figures.module.css';

const SIZE_PX = 200;
/** For the labels above and below. */
const ROOM_PX = 64;
const PRINTED_PX = { size: 120, width: 336, room: 60 };
const FULL = { width: '100%', height: '100%' } as const;
const OTHERS = ['green_pct', 'libertarian_pct', 'other_pct'] as const;

interface Share {
  label: string;
  value: number;
  fill: string;
}

export function sharesOf(account: Account): Share[] {
  const others = OTHERS.map((name) => numberOf(account, name)).filter((value) => value !== null);
  const all = [
    { label: 'Rep', value: numberOf(account, 'republican_pct'), fill: 'var(--da-party-rep)' },
    { label: 'Dem', value: numberOf(account, 'democrat_pct'), fill: 'var(--da-party-dem)' },
    {
      label: 'Other',
      value: others.length === 0 ? null : others.reduce((sum, value) => sum + value, 0),
      fill: 'var(--da-party-other)',
    },
  ];
  return all.filter((share): share is Share => share.value !== null);
}

export function PoliticalAffiliation() {
  const account = useAccount();
  const printing = usePrinting();
  const diameter = printing ? PRINTED_PX.size : SIZE_PX;
  const height = diameter + (printing ? PRINTED_PX.room : ROOM_PX);
  const size = printing ? ({ width: PRINTED_PX.width, height } as const) : FULL;
  const shares = sharesOf(account);
  if (shares.length === 0) return <p className={classes.missing}>No votes are known for this county.</p>;
  const county = textOf(account, 'county');
  return (
    <figure className={figures.figure}>
      <div className={figures.pie} style={{ height }} aria-hidden>
        <ResponsiveContainer {...size} minWidth={0}>
          <PieChart accessibilityLayer={false}>
            <Pie
              data={shares}
              dataKey="value"
              nameKey="label"
              outerRadius={diameter / 2}
              stroke="var(--da-surface)"
              strokeWidth={2}
              isAnimationActive={false}
              rootTabIndex={-1}
              startAngle={90}
              endAngle={-270}
              label={({ name, value }: { name?: string; value?: number }) =>
                `${name ?? ''} ${formatPercent(value ?? 0)}`
              }
              labelLine={false}
            />
          </PieChart>
        </ResponsiveContainer>
      </div>
      <figcaption className={classes.note}>
        {shares.map(({ label, value }) => `${label} ${formatPercent(value)}`).join(', ')}
        {county === null ? '' : ` in ${county}, presidential votes`}
      </figcaption>
    </figure>
  );
}
