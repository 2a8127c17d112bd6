/** Texts that a listing may hold and that must stay texts, wherever they show. */
import { expect, type Page } from '@playwright/test';
import type { MadeUpBusiness } from './listing';

/** A city of its own, so that only a flow that asks for it meets these businesses. */
export const HOSTILE_CITY = { city: 'Madras', state: 'OR' };

export const HOSTILE_NAMES = {
  image: '<img src=x onerror="window.hostile=1"> Brewing',
  script: '</td><script>window.hostile=1</script> Brewing',
  quotes: "\"><svg onload=window.hostile=1> 'Brewing'",
  template: '${window.hostile=1} {{constructor.constructor("window.hostile=1")()}} Brewing',
  formula: '=HYPERLINK("https://evil.example","Brewing")',
  rightToLeft: 'مصنع الجعة \u202egnikaerB Brewing',
  emoji: '🍺👩‍👩‍👧‍👦 Brewing',
  long: `${'A Very Long Brewing Name '.repeat(5).trim()} End`,
} as const;

/** One business for each of the names; their websites are no websites. */
export function hostileBusinesses(): MadeUpBusiness[] {
  return Object.values(HOSTILE_NAMES).map((name, index) => ({
    ...HOSTILE_CITY,
    name,
    address: `${index + 1} <b>Hostile</b> St`,
    phone: '503-555-0000',
    website: 'javascript:window.hostile=1',
    latitude: 44.63 + index / 1000,
    longitude: -121.13,
  }));
}

/** Fails where one of the texts was run, or became an element. */
export async function expectNothingRan(page: Page): Promise<void> {
  const ran = await page.evaluate(() => ({
    script: 'hostile' in window,
    elements: document.querySelectorAll('img[src="x"], [onload], [onerror], a[href^="javascript:" i]').length,
  }));
  expect(ran).toEqual({ script: false, elements: 0 });
}
