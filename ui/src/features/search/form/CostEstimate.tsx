import type { Estimate } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { named } from '@/shared/results/search-text';
import { Notice } from '@/shared/ui/Notice';
import { SampleTag } from '@/shared/ui/Tag';
import { neededCredits } from '../needed-credits';
import { estimateOf, useEstimate } from '@/shared/search/form/use-estimate';
import { answerText, areaText, rowsText } from './estimate';
import { parseCities, type SearchDraft } from '@/shared/search/form/search-form';
import classes from './CostEstimate.module.css';

interface CostEstimateProps {
  draft: SearchDraft;
  busy: boolean;
}

/** What will answer the typed search, how old the data is, and the most it can cost, before it is started. */
export function CostEstimate({ draft, busy }: CostEstimateProps) {
  const state = useEstimate(estimateOf(draft), busy);
  const estimate =
    state.status === 'known' ? state.estimate : state.status === 'asking' ? state.before : null;
  return (
    <section
      className={classes.estimate}
      aria-label="Estimate"
      aria-live="polite"
      aria-busy={state.status === 'asking'}
    >
      {state.status === 'none' ? (
        <p>Enter a search to see what will answer it and the most it can cost.</p>
      ) : null}
      {state.status === 'asking' && estimate === null ? <p>Checking what covers the search…</p> : null}
      {state.status === 'refused' ? <Notice tone="warning">{state.text}</Notice> : null}
      {state.status === 'unavailable' ? (
        <p>The estimate is not available right now. You can start the search anyway.</p>
      ) : null}
      {estimate === null ? null : <Known estimate={estimate} draft={draft} />}
    </section>
  );
}

interface KnownProps {
  estimate: Estimate;
  draft: SearchDraft;
}

function Known({ estimate, draft }: KnownProps) {
  const { area } = estimate;
  const partCount = area?.counties.length ?? parseCities(draft.cities).length;
  const { answers, refusal, skipped_cities: skipped, unknown_cities: unknown, credits_left: left } = estimate;
  return (
    <>
      {refusal == null ? null : <Notice tone="warning">{refusal}</Notice>}
      <ul className={classes.answers} aria-label="What will answer">
        {answers.map((answer) => (
          <li key={`${answer.source} ${answer.label} ${answer.cities[0] ?? ''}`}>
            {answerText(answer, partCount)}
            {answer.sample ? (
              <>
                {' '}
                <SampleTag />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {answers.length === 0 ? null : <p>{rowsText(estimate)}</p>}
      {area == null || area.kind === 'counties' ? null : <p>{areaText(area)}</p>}
      <p>
        {formatCounted(neededCredits(partCount), 'credit')} to start, {formatNumber(left)} left
      </p>
      {skipped.length === 0 || answers.length === 0 ? null : (
        <p>Not covered, left out and not charged: {named(skipped)}</p>
      )}
      {unknown.length === 0 ? null : (
        <p>
          Not known in {draft.state}, check the spelling: {named(unknown)}
        </p>
      )}
    </>
  );
}
