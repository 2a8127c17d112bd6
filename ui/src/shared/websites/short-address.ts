/** 'example.com/contact': an address for people. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
