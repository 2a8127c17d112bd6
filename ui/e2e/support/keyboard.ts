/** Everything by keyboard alone: Tab comes to every control, and shows where it is. */
import { expect, type Page } from '@playwright/test';

/** More than any page has. */
const MOST_STOPS = 120;

/**
 * Goes through the page by Tab from its beginning. Fails on a control that Tab does not come to, and on one that
 * does not show that it has the focus, or has it under something else.
 */
export async function expectAllByKeyboard(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.getSelection()?.removeAllRanges();
    window.scrollTo(0, 0);
  });
  await page.evaluate(noteLooks);
  const unseen: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(lookAtFocus);
    if (seen === 'end') break;
    if (seen !== null) unseen.push(seen);
  }
  expect(unseen, `focus that nobody sees on ${where}`).toEqual([]);
  expect(await page.evaluate(notReached), `not reached by Tab on ${where}`).toEqual([]);
}

/** How controls look while they do not have the focus, by what draws a focus: its ring, shadow and border. */
function noteLooks(): void {
  // A checkbox, a radio or a hidden field shows its focus on what is drawn in its place.
  const lookOf = (control: HTMLElement) =>
    [control, control.parentElement, control.nextElementSibling]
      .map((element) => {
        if (element === null) return '';
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`;
        return [outline, boxShadow, borderColor].join();
      })
      .join('|');
  const without = new WeakMap<Element, string>();
  for (const control of document.querySelectorAll<HTMLElement>('*')) {
    if (control.tabIndex >= 0) without.set(control, lookOf(control));
  }
  Object.assign(window, {
    // What appeared since has no earlier look to compare with: it must have a ring.
    showsFocus: (control: HTMLElement) => {
      document.getAnimations().forEach((animation) => {
        if (animation instanceof CSSTransition) animation.finish();
      });
      const before = without.get(control);
      return before === undefined
        ? getComputedStyle(control).outlineStyle !== 'none'
        : lookOf(control) !== before;
    },
  });
}

/** Marks what has the focus; `end` once Tab is around, else what is wrong with how it shows. */
function lookAtFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'end';
  if (focused.hasAttribute('data-reached')) return 'end';
  focused.setAttribute('data-reached', '');
  const name = focused.outerHTML.slice(0, 120);
  const { showsFocus } = window as unknown as { showsFocus: (control: HTMLElement) => boolean };
  if (!showsFocus(focused)) return `no focus ring: ${name}`;
  const box = focused.getBoundingClientRect();
  const x = Math.min(box.left + box.width / 2, window.innerWidth - 1);
  const y = Math.min(box.top + Math.min(box.height / 2, 20), window.innerHeight - 1);
  const above = document.elementFromPoint(x, y);
  const covered =
    above === null ||
    !(focused.contains(above) || above.contains(focused) || above.closest('label') !== null);
  return covered ? `under ${above?.outerHTML.slice(0, 80) ?? 'the edge'}: ${name}` : null;
}

/** The controls that are there, enabled, and were not come to. */
function notReached(): string[] {
  const dialog = document.querySelector('[role=dialog]');
  const scope = dialog ?? document;
  return (
    [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter(
        (control) =>
          !control.matches(':disabled, [aria-disabled=true]') && control.closest('[inert]') === null,
      )
      // Of a group with arrow keys one is a stop.
      .filter((control) => control.tabIndex >= 0 && !control.matches('[type=radio]:not(:checked)'))
      .filter((control) => !control.hasAttribute('data-reached'))
      .map((control) => control.outerHTML.slice(0, 120))
  );
}
