/** What the colors mean: the steps with their breaks, hatching, no data. */
import { SIGNS } from './area';
import type { Scale } from './measures';
import classes from './Atlas.module.css';

interface LegendProps {
  label: string;
  scale: Scale;
  /** Areas that cannot be told are hatched. */
  hatched: boolean;
}

export function Legend({ label, scale, hatched }: LegendProps) {
  const { colors, labels, ends } = scale;
  return (
    <div className={classes.legend}>
      <figure className={classes.scale}>
        <figcaption>{label}</figcaption>
        <div className={classes.steps} data-labels={labels.of}>
          {ends === undefined ? null : <span className={classes.end}>{ends[0]}</span>}
          <ol>
            {colors.map((color, index) => (
              <li key={color}>
                <span
                  className={classes.swatch}
                  data-dotted={color.startsWith('crowded') || undefined}
                  style={{ background: `var(--da-map-${color})` }}
                />
                <span className={classes.break}>{labels.texts[index]}</span>
              </li>
            ))}
          </ol>
          {ends === undefined ? null : <span className={classes.end}>{ends[1]}</span>}
        </div>
      </figure>
      {hatched ? (
        <span className={classes.key}>
          <span className={classes.swatch} data-hatched />
          {SIGNS.unknown.text.toLowerCase()}
        </span>
      ) : null}
      <span className={classes.key}>
        <span className={classes.swatch} style={{ background: 'var(--da-map-none)' }} />
        {SIGNS.none.text.toLowerCase()}
      </span>
    </div>
  );
}
