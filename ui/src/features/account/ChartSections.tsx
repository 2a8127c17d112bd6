/** The sections with charts, a separate chunk because the chart library is large. */
import { useAccount } from './account';
import { AMOUNTS, pairsOf, SHARES } from './chart-data';
import { ComparisonChart } from './ComparisonChart';
import classes from './Account.module.css';

export function ShareComparisons() {
  const account = useAccount();
  return (
    <>
      <ComparisonChart title="Percentage Comparisons vs National Average" pairs={pairsOf(account, SHARES)} />
      <p className={classes.note}>
        The averages of both charts are a fixed list; elsewhere on this page a figure is compared with the
        nation in its own table. Employment growth is compared with 2.5% here; the list has 1.4%.
      </p>
    </>
  );
}

export { PoliticalAffiliation } from './PoliticalSection';

export function AmountComparisons() {
  const account = useAccount();
  const panels = AMOUNTS.map(({ title, rows }) => ({ title, pairs: pairsOf(account, rows) }));
  return (
    <div className={classes.stack}>
      {panels.map(({ title, pairs }, index) => (
        <ComparisonChart key={title} title={title} pairs={pairs} first={index === 0} titled />
      ))}
      {panels.flatMap(({ pairs }) =>
        pairs.map(({ label, note }) =>
          note === undefined ? null : (
            <p key={label} className={classes.note}>
              {note}
            </p>
          ),
        ),
      )}
    </div>
  );
}
