/** The place compared with the nation: paired bars, and a table on request. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactElement } from 'react';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatAxisValue } from '@/shared/lib/format';
import { ChartFigure } from '@/shared/ui/ChartFigure';
import type_ from '@/shared/ui/type.module.css';
import { usePhone } from '@/shared/ui/use-phone';
import { axisOf, type Pair } from './chart-data';
import { PRINTED_CHART_PX, usePrinting } from './printing';
import classes from './Account.module.css';
import figures from './Figures.module.css';

const ON_SCREEN = { pairPx: 34, barSize: 11, axisPx: 32, labelPx: 13, labelsPx: 190 };
/** With room for the labels above the bars. */
const ON_PHONE = { ...ON_SCREEN, pairPx: 58, labelsPx: 1 };
/** Smaller, so that both charts fit on one page. */
const ON_PAPER = { pairPx: 22, barSize: 8, axisPx: 22, labelPx: 11, labelsPx: 290 };
/** Room for the figures at the ends of bars. */
const MARGIN = { top: 0, right: 64, bottom: 0, left: 0 };
/** On a phone the only thing left of the axis is half of its first figure, which may be negative. */
const leftOf = ([least]: [number, number]) => (least < 0 ? 20 : 6);
const FULL = { width: '100%', height: '100%' } as const;
const NOT_AVAILABLE = 'Not available';

interface ComparisonChartProps {
  /** Announced, and shown if a section has several charts. */
  title: string;
  pairs: readonly Pair[];
  /** The first of several, or the only one. */
  first?: boolean;
  titled?: boolean;
}

export function ComparisonChart({ title, pairs, first = true, titled = false }: ComparisonChartProps) {
  if (usePrinting()) {
    return (
      <figure className={figures.figure}>
        <div className={figures.printedHead}>
          <figcaption className={type_.label}>{titled ? title : null}</figcaption>
          {first ? <Legend /> : null}
        </div>
        <Drawing pairs={pairs} />
      </figure>
    );
  }
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
  const narrow = usePhone();
  const printing = usePrinting();
  const phone = narrow && !printing;
  const { domain, ticks } = axisOf(pairs);
  const { pairPx, barSize, axisPx, labelPx, labelsPx } = printing ? ON_PAPER : phone ? ON_PHONE : ON_SCREEN;
  const height = pairs.length * pairPx + axisPx;
  const left = phone ? leftOf(domain) : 0;
  return (
    <div className={figures.drawing} style={{ height }} aria-hidden>
      <Box height={height}>
        <BarChart
          data={pairs.map(barsOf)}
          layout="vertical"
          margin={{ ...MARGIN, left }}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid horizontal={false} stroke="var(--da-border)" />
          <XAxis
            type="number"
            height={axisPx - 2}
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
            width={labelsPx}
            tick={phone ? false : labelStyle(labelPx)}
            tickLine={false}
            axisLine={{ stroke: 'var(--da-average-outline)' }}
          />
          {/* A bar of zero length would have no label. */}
          <Bar
            dataKey="place"
            barSize={barSize}
            minPointSize={0.01}
            fill="var(--da-chart-place)"
            isAnimationActive={false}
          >
            {phone ? <LabelList dataKey="label" content={aboveBar(left + 4)} /> : null}
            <LabelList dataKey="placeText" fontSize={labelPx - 1} content={BesideBar} />
          </Bar>
          <Bar
            dataKey="average"
            barSize={barSize}
            fill="var(--da-average-bar)"
            stroke="var(--da-average-outline)"
            strokeWidth={1.5}
            isAnimationActive={false}
          >
            <LabelList
              dataKey="averageText"
              position="right"
              fontSize={labelPx - 1}
              fill="var(--mantine-color-dimmed)"
            />
          </Bar>
        </BarChart>
      </Box>
    </div>
  );
}

/** As wide as there is room; fixed on paper, where nothing can be measured. */
function Box({ height, children }: { height: number; children: ReactElement }) {
  const size = usePrinting() ? ({ width: PRINTED_CHART_PX, height } as const) : FULL;
  return (
    <ResponsiveContainer {...size} minWidth={0}>
      {children}
    </ResponsiveContainer>
  );
}

/** Given twice: the style alone is not measured when labels are wrapped. */
function labelStyle(fontSize: number) {
  return { fontSize, style: { fontSize: `${fontSize}px` } };
}

function barsOf({ format, ...pair }: Pair) {
  return {
    ...pair,
    placeText: pair.place === null ? NOT_AVAILABLE : format(pair.place),
    averageText: format(pair.average),
    // Labels are at the end of a bar, even of a missing one.
    place: pair.place ?? 0,
  };
}

/** On a phone the label is above its pair of bars. */
function aboveBar(x: number) {
  return ({ y, value }: LabelProps) => (
    <text x={x} y={Number(y ?? 0) - 4} fontSize={12} fill="currentColor">
      {String(value)}
    </text>
  );
}

interface LabelProps {
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  fontSize?: number | string | undefined;
  value?: unknown;
}

/** To the right of its bar, even of one left of zero. */
function BesideBar({ x, y, width, height, fontSize, value }: LabelProps) {
  const [left, long] = [Number(x ?? 0), Number(width ?? 0)];
  return (
    <text
      x={Math.max(left, left + long) + 5}
      y={Number(y ?? 0) + Number(height ?? 0) / 2}
      dy="0.355em"
      fontSize={fontSize}
      fill="currentColor"
    >
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
