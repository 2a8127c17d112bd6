/** Figures of an area, one a line; where sources are given, each opens its own. */
import type { AtlasSource } from '@/shared/api/generated';
import { Source, SourcedValue } from '@/shared/facts/SourcedValue';
import type { Area } from './area';
import { explainFigure, labelOf, type FigureName } from './explain';
import { fullName } from './listed';
import classes from './Atlas.module.css';

export interface Line {
  name: FigureName;
  label: string;
  text: string;
}

export function line(name: FigureName, text: string, label = labelOf(name)): Line {
  return { name, label, text };
}

interface FiguresProps {
  area: Area;
  lines: readonly Line[];
  /** Null where values do not open their source. */
  sources: readonly AtlasSource[] | null;
}

export function Figures({ area, lines, sources }: FiguresProps) {
  return (
    <dl className={classes.figures}>
      {lines.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {sources === null ? (
              text
            ) : (
              <SourcedValue
                label={label}
                explain={() => <Source about={explainFigure(name, fullName(area), sources)} />}
              >
                {text}
              </SourcedValue>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
