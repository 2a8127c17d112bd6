/** A whole and its parts as one bar, with a legend that says the same in figures. */
import type_ from '@/shared/ui/type.module.css';
import figures from './Figures.module.css';

export interface Part {
  label: string;
  /** 0 to 1. */
  share: number;
  text: string;
}

const COLORS = [
  'var(--da-chart-place)',
  'var(--da-chart-2)',
  'var(--da-chart-3)',
  'var(--da-chart-4)',
  'var(--da-average-outline)',
  'var(--da-average-bar)',
];

export function PartsBar({ title, parts }: { title: string; parts: readonly Part[] }) {
  const color = (index: number) => COLORS[index % COLORS.length];
  return (
    <figure className={figures.figure}>
      <figcaption className={type_.label}>{title}</figcaption>
      <div className={figures.parts} aria-hidden>
        {parts.map(({ label, share }, index) =>
          share <= 0 ? null : (
            <span
              key={label}
              className={figures.part}
              style={{ flexGrow: share, background: color(index) }}
            />
          ),
        )}
      </div>
      <ul className={figures.legend}>
        {parts.map(({ label, text }, index) => (
          <li key={label}>
            <span className={figures.swatch} style={{ background: color(index) }} aria-hidden />
            {label} <b>{text}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
