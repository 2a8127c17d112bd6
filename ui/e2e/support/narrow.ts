/** The narrowest windows that a page must fit: a small phone, and a laptop's at 200 percent. */
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './checks';
import { DESKTOP, type Viewport } from './looks';

const NARROW: readonly Viewport[] = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
];

/**
 * Fails where a narrow window cuts a text off, makes the page scroll sideways, or has a control under the portal's
 * tab, which visitors do not have.
 */
export async function expectNothingLostWhenNarrow(
  page: Page,
  where: string,
  { tab = true } = {},
): Promise<void> {
  for (const viewport of NARROW) {
    const there = `${where}, ${viewport.width} px wide`;
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page, there);
    expect(await cutOff(page), `cut off on ${there}`).toEqual([]);
    if (tab) expect(await coveredByTab(page), `under the tab on ${there}`).toEqual([]);
  }
  await page.setViewportSize(DESKTOP);
}

/** Texts of which a box hides a part that no scrolling shows and no title says. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent?.checkVisibility({ visibilityProperty: true }) !== true) continue;
      if (parent.closest('[title], [inert], option, title, noscript') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const own = range.getBoundingClientRect();
      let right = window.innerWidth;
      let scrolls = false;
      for (let box: HTMLElement | null = parent; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') scrolls = true;
        const { right: end, width } = box.getBoundingClientRect();
        // A box of a pixel is for ears alone.
        if (width <= 1) scrolls = true;
        if (overflowX === 'hidden' || overflowX === 'clip') right = Math.min(right, end);
        if (scrolls) break;
      }
      if (!scrolls && (own.right > right + 1 || own.left < -1)) found.push(text.slice(0, 80));
    }
    return found;
  });
}

/** The controls under the 'Credits & Billing' tab. */
export function coveredByTab(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')];
    const tab = all.find(({ textContent }) => textContent === 'Credits & Billing');
    if (tab === undefined) return ['no tab'];
    const own = tab.getBoundingClientRect();
    return all
      .filter((control) => control !== tab && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const box = control.getBoundingClientRect();
        // Outside the window to the right it is scrolled to inside its own box.
        return box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
      })
      .filter((control) => control.closest('[role=table], table, [role=dialog], [inert]') === null)
      .map((control) => control.outerHTML.slice(0, 120));
  });
}
