/** The place against the nation: bars in pairs, and the same as a table on request. */
import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatAxisValue } from '@/shared/lib/format';
import { ChartFigure } from '@/shared/ui/ChartFigure';
import { axisOf, type Pair } from './chart-data';
import classes from './Account.module.css';
import figures from './Figures.module.css';

const PAIR_PX = 34;
const AXIS_PX = 32;
const PHONE = '(max-width: 48em)';
const LABELS_PX = 190;
const NOT_AVAILABLE = 'Not available';

interface ComparisonChartProps {
  /** Read out, and shown where a section has several charts. */
  title: string;
  pairs: readonly Pair[];
  /** The first of several, or the only one. */
  first?: boolean;
  titled?: boolean;
}

export function ComparisonChart({ title, pairs, first = true, titled = false }: ComparisonChartProps) {
  return (
    <ChartFigure
      caption={titled ? title : <VisuallyHidden>{title}</VisuallyHidden>}
      legend={first ? <Legend /> : null}
      drawing={
        <>
          <Drawing pairs={pairs} />
          <VisuallyHidden>{inWords(pairs)}</VisuallyHidden>
        </>
      }
      table={<PairsTable title={title} pairs={pairs} />}
    />
  );
}

function Legend() {
  return (
    <ul className={figures.legend} aria-hidden>
      <li>
        <span className={figures.swatch} style={{ background: 'var(--da-chart-place)' }} />
        This place
      </li>
      <li>
        <span
          className={figures.swatch}
          style={{ background: 'var(--da-average-bar)', outline: '1px solid var(--da-average-outline)' }}
        />
        National average
      </li>
    </ul>
  );
}

function inWords(pairs: readonly Pair[]): string {
  return pairs
    .map(
      ({ label, place, average, format }) =>
        `${label}: ${place === null ? NOT_AVAILABLE : format(place)}, national average ${format(average)}.`,
    )
    .join(' ');
}

function Drawing({ pairs }: { pairs: readonly Pair[] }) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { domain, ticks } = axisOf(pairs);
  const pairPx = phone ? PAIR_PX * 1.7 : PAIR_PX;
  return (
    <div className={figures.drawing} style={{ height: pairs.length * pairPx + AXIS_PX }} aria-hidden>
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        <BarChart
          data={pairs.map(barsOf)}
          layout="vertical"
          margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid horizontal={false} stroke="var(--da-border)" />
          <XAxis
            type="number"
            domain={domain}
            ticks={ticks}
            interval={0}
            tickFormatter={formatAxisValue}
            tickLine={false}
            axisLine={false}
            allowDataOverflow
          />
          <YAxis
            type="category"
            dataKey="label"
            interval={0}
            width={phone ? 1 : LABELS_PX}
            tick={phone ? false : { fontSize: 13 }}
            tickLine={false}
            axisLine={{ stroke: 'var(--da-average-outline)' }}
          />
          {/* A bar of no length would have no label. */}
          <Bar
            dataKey="place"
            barSize={11}
            minPointSize={0.01}
            fill="var(--da-chart-place)"
            isAnimationActive={false}
          >
            {phone ? (
              <LabelList dataKey="label" position="insideBottomLeft" offset={14} content={AboveBar} />
            ) : null}
            <LabelList dataKey="placeText" position="right" fontSize={12} fill="currentColor" />
          </Bar>
          <Bar
            dataKey="average"
            barSize={11}
            fill="var(--da-average-bar)"
            stroke="var(--da-average-outline)"
            strokeWidth={1.5}
            isAnimationActive={false}
          >
            <LabelList
              dataKey="averageText"
              position="right"
              fontSize={12}
              fill="var(--mantine-color-dimmed)"
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function barsOf(pair: Pair) {
  return {
    ...pair,
    placeText: pair.place === null ? NOT_AVAILABLE : pair.format(pair.place),
    averageText: pair.format(pair.average),
    // Labels stand at the end of a bar, also of one that is not there.
    place: pair.place ?? 0,
  };
}

/** On a phone the label stands above its pair of bars. */
function AboveBar({ y, value }: { y?: number | string | undefined; value?: unknown }) {
  return (
    <text x={4} y={Number(y ?? 0) - 4} fontSize={12} fill="currentColor">
      {String(value)}
    </text>
  );
}

function PairsTable({ title, pairs }: { title: string; pairs: readonly Pair[] }) {
  return (
    <table className={figures.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col" className={figures.number}>
            This place
          </th>
          <th scope="col" className={figures.number}>
            National average
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ label, place, average, format }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={figures.number}>
              {place === null ? <span className={classes.missing}>{NOT_AVAILABLE}</span> : format(place)}
            </td>
            <td className={figures.number}>{format(average)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
