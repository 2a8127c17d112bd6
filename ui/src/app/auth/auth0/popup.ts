import { POPUP } from '../identity-provider';

/** An empty window over the middle of this one; null where the browser blocks it. */
export function openPopup(): Window | null {
  const { width, height } = POPUP;
  const left = window.screenX + (window.innerWidth - width) / 2;
  const top = window.screenY + (window.innerHeight - height) / 2;
  const features = { left, top, width, height, resizable: 'yes', scrollbars: 'yes', status: 1 };
  const text = Object.entries(features).map(([name, value]) => `${name}=${value}`);
  return window.open('', 'auth0:authorize:popup', text.join());
}
