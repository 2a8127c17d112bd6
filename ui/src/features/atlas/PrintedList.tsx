/** The list on paper, where nothing can be scrolled. */
import type { AtlasSource } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { SIGNS, type Area } from './area';
import { amountText, businessesText, gapText, sureText, yoursOf } from './figures';
import { fullName } from './listed';
import type { Question } from './measures';
import classes from './Atlas.module.css';

/** As many as fit on two sheets. */
const MOST_PRINTED = 80;

interface PrintedListProps {
  areas: readonly Area[];
  noun: { one: string; many: string };
  question: Question;
  sources: readonly AtlasSource[];
}

export function PrintedList({ areas, noun, question, sources }: PrintedListProps) {
  const shown = areas.slice(0, MOST_PRINTED);
  return (
    <div className={classes.printed}>
      <table>
        <thead>
          <tr>
            <th scope="col">{noun.one === 'county' ? 'County' : 'Area'}</th>
            <th scope="col">Businesses now</th>
            {question === 'sell' ? (
              <th scope="col">Yours</th>
            ) : (
              <>
                <th scope="col">Usual</th>
                <th scope="col">Missing</th>
                <th scope="col">Class</th>
                <th scope="col">Sure</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((area) => (
            <tr key={area.id}>
              <th scope="row">{fullName(area)}</th>
              <td>{businessesText(area)}</td>
              {question === 'sell' ? (
                <td>{formatNumber(yoursOf(area))}</td>
              ) : (
                <>
                  <td>{amountText(area.usual)}</td>
                  <td>{gapText(area.gap)}</td>
                  <td>{SIGNS[area.missing === null ? area.sureness : 'none'].text}</td>
                  <td>{sureText(area)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {areas.length > shown.length ? (
        <p>
          The first {formatNumber(shown.length)} of {formatNumber(areas.length)} {noun.many}.
        </p>
      ) : null}
      {sources.map(({ title, vintage, licence }) => (
        <p key={`${title} ${vintage}`}>
          {title}, {vintage}. {licence}
        </p>
      ))}
    </div>
  );
}
