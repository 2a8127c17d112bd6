/** For a control that cannot be pressed now: it looks so, is announced so, and keeps the focus that it may have. */
export function idle(isIdle: boolean) {
  return { 'aria-disabled': isIdle, ...(isIdle ? { 'data-disabled': true } : {}) };
}
