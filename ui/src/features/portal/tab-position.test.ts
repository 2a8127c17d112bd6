import { describe, expect, it } from 'vitest';
import { clampPosition, draggedPosition, storedPosition } from './BillingTab';

describe("the place of the portal's tab", () => {
  it('CRED-06: stays between 10 and 90 percent', () => {
    expect([-5, 9.9, 10, 50, 90, 90.1].map(clampPosition)).toEqual([10, 10, 10, 50, 90, 90]);
  });

  it('CRED-06: is 50 where nothing, or nonsense, is kept', () => {
    expect([null, 'high', Number.NaN, { top: 3 }].map(storedPosition)).toEqual([50, 50, 50, 50]);
    expect([30, 200].map(storedPosition)).toEqual([30, 90]);
  });

  it('CRED-06: follows the pointer, to both ends and no further', () => {
    expect(draggedPosition(50, 80, 800)).toBe(60);
    expect(draggedPosition(50, -80, 800)).toBe(40);
    expect(draggedPosition(50, 5000, 800)).toBe(90);
    expect(draggedPosition(50, -5000, 800)).toBe(10);
    expect(draggedPosition(50, 80, 0)).toBe(50);
  });
});
