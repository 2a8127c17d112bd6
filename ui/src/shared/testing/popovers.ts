/** What jsdom lacks of native popovers: they are seen once opened, tell it, and have buttons of their own. */
export function providePopovers(): void {
  const turns = (newState: 'open' | 'closed', display: string) =>
    function (this: HTMLElement) {
      this.style.display = display;
      this.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
    };
  Object.assign(HTMLElement.prototype, {
    showPopover: turns('open', 'block'),
    hidePopover: turns('closed', ''),
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null;
    const id = button?.getAttribute('popovertarget') ?? '';
    document.getElementById(id)?.showPopover();
  });
}
