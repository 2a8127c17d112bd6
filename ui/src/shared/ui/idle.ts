/** For a control that cannot be pressed now: it looks and is announced as disabled but keeps the focus. */
export function idle(isIdle: boolean) {
  return { 'aria-disabled': isIdle, ...(isIdle ? { 'data-disabled': true } : {}) };
}
