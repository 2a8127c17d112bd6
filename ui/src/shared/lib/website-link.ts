/**
 * The link to a scraped website: `https://` is added if there is no scheme; anything but plain http(s)
 * (`javascript:`, `data:`, nonsense) is no link.
 */
export function websiteLink(website: string): string | null {
  const text = website.trim();
  if (text === '' || /\s/.test(text)) return null;
  // `host:8080/path` has a colon but no scheme: what follows is a port.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
  const address = hasScheme ? text : `https://${text.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? address : null;
}
