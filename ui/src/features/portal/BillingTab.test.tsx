import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored } from '@/shared/lib/browser-storage';
import { renderScreen } from '@/shared/testing/render';
import { BillingTab, POSITION_KEY } from './BillingTab';

const tab = () => screen.getByRole('button', { name: 'Credits & Billing' });

/** A press that moves by this many pixels; browsers end it with a click. */
function drag(pixels: number): void {
  fireEvent.pointerDown(tab(), { button: 0, clientY: 400, pointerId: 1 });
  fireEvent.pointerMove(tab(), { clientY: 400 + pixels, pointerId: 1 });
  fireEvent.pointerUp(tab(), { pointerId: 1 });
  fireEvent.click(tab(), { detail: 1 });
}

describe('CRED-06: the tab of the portal', () => {
  const onOpen = vi.fn();

  beforeEach(() => {
    onOpen.mockClear();
    // jsdom has no pointer capture and no layout; the window is 768 px high.
    Element.prototype.setPointerCapture = () => undefined;
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(168);
    renderScreen(<BillingTab opened={false} onOpen={onOpen} onNear={vi.fn()} />);
  });

  it.each([
    [5, 1, null],
    [-5, 1, null],
    [6, 0, 51],
    [-6, 0, 49],
    [60, 0, 60],
    [9000, 0, 90],
    [-9000, 0, 10],
  ])('CRED-06: moved by %i px it opens %i times and is kept at %s', (pixels, opened, kept) => {
    drag(pixels);
    expect(onOpen).toHaveBeenCalledTimes(opened);
    expect(readStored(POSITION_KEY)).toBe(kept);
  });

  it('CRED-06: Enter opens it, after a drag too', async () => {
    drag(60);
    tab().focus();
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledOnce();
  });
});
