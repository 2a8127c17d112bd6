import { useCredits } from '@/shared/credits/use-credits';
import { formatNumber } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';

/** What is saved, and what the plan leaves; credits that cannot be loaded are 0, and the plan stays 'Loading...'. */
export function CompaniesStats({ total, failed }: { total: number | undefined; failed: boolean }) {
  const { currentData: credits } = useCredits();
  return (
    <StatTiles label="Companies and credits" oneRow>
      <StatTile
        label="Total Companies"
        value={total === undefined ? (failed ? '–' : undefined) : formatNumber(total)}
      />
      <StatTile label="Credits Remaining" value={formatNumber(credits?.available_credits ?? 0)} />
      <StatTile
        label="Current Tier"
        value={credits === undefined ? 'Loading...' : capitalized(credits.tier)}
      />
    </StatTiles>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
