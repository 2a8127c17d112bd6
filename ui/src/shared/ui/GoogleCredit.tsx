import { Anchor, Text } from '@mantine/core';
import { CREDIT, googlePlaceLink } from '@/shared/lib/google-place';

/** Google's credit line; for one place, it leads there. */
export function GoogleCredit({ placeId }: { placeId?: string | null | undefined }) {
  if (placeId == null) {
    return (
      <Text size="sm" translate="no">
        {CREDIT}
      </Text>
    );
  }
  return (
    <Anchor
      size="sm"
      href={googlePlaceLink(placeId)}
      target="_blank"
      rel="noopener noreferrer"
      underline="always"
      translate="no"
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      {CREDIT}
    </Anchor>
  );
}
