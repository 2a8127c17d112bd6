/** For a control that cannot be pressed now: it looks and is announced as disabled but keeps the focus. */
export function ariaDisabled(isDisabled: boolean) {
  return { 'aria-disabled': isDisabled, ...(isDisabled ? { 'data-disabled': true } : {}) };
}
