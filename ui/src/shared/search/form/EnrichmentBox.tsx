import { Checkbox, type CheckboxProps } from '@mantine/core';
import { NEEDS_TIER } from '@/shared/credits/credit-check';
import { useCredits } from '@/shared/credits/use-credits';

/**
 * Whether rows are to have facts: where the plan has none it can only be turned off. Until the plan is known the
 * server decides.
 */
export function EnrichmentBox(input: CheckboxProps) {
  const mayEnrich = useCredits().data?.can_enrich !== false;
  return (
    <Checkbox
      label="Comprehensive Enrichment"
      description={mayEnrich ? '60+ public facts about each result, for one more credit each' : NEEDS_TIER}
      disabled={!mayEnrich && input.checked !== true}
      {...input}
    />
  );
}
