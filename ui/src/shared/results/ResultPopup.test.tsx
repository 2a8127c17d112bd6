import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '@/shared/testing/render';
import { ResultPopup } from './ResultPopup';
import { resultPoints, type MappedRow } from './result-points';

function show(row: MappedRow) {
  const [point] = resultPoints([{ name: 'McDonald’s of Bend', latitude: 44, longitude: -121, ...row }], null);
  if (point !== undefined) renderScreen(<ResultPopup point={point} />);
}

describe('the popup of a result', () => {
  it('RES-04: says how the source spells the name, and that a position is doubtful', () => {
    show({ name_as_listed: "MCDONALD'S OF BEND", position_doubtful: true });
    expect(screen.getByText("Listed as MCDONALD'S OF BEND")).toBeVisible();
    expect(screen.getByText('Its position does not fit its city and ZIP code.')).toBeVisible();
  });

  it('marks one of the user’s own customers', () => {
    show({ yours: true });
    expect(screen.getByText('yours')).toBeVisible();
  });

  it('RES-04: says neither where there is nothing to say', () => {
    show({});
    expect(screen.queryByText(/Listed as|does not fit|yours/)).toBeNull();
  });
});
