import { creditFigures, creditsTone, type CreditFigures } from '@/shared/credits/credit-figures';
import { ACCOUNT_FAILURE, useCredits } from '@/shared/credits/use-credits';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { QueryState } from '@/shared/ui/QueryState';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';

/** Credits, tier, limit and usage. */
export function AccountStatus() {
  const query = useCredits();
  return (
    <QueryState
      query={query}
      loading={{ text: 'Loading your account...', skeleton: <Tiles figures={undefined} />, onlyHeard: true }}
      failure={{ title: ACCOUNT_FAILURE, message: () => 'Nothing is lost. Try again in a moment.' }}
      minHeight={80}
    >
      {(answer) => <Tiles figures={creditFigures(answer)} />}
    </QueryState>
  );
}

function Tiles({ figures }: { figures: CreditFigures | undefined }) {
  const shown = (text: (known: CreditFigures) => string) =>
    figures === undefined ? undefined : text(figures);
  return (
    <StatTiles label="Account">
      <StatTile
        label="Credits Remaining"
        value={shown(({ remaining }) => formatNumber(remaining))}
        {...(figures === undefined ? {} : { tone: creditsTone(figures.remaining) })}
      />
      <StatTile label="Account Tier" value={shown(({ tier }) => tier.toUpperCase())} />
      <StatTile label="Monthly Limit" value={shown(({ limit }) => formatNumber(limit))} />
      <StatTile label="Usage" value={shown(({ percentageUsed }) => formatPercent(percentageUsed))} />
    </StatTiles>
  );
}
