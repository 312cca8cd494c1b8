/**
 * The redirect rule for codes. The web client's origins cannot be listed in advance (LAN addresses), so a code goes only back
 * to the origin of the request: the browser sets that, not the author of a link. With PUBLIC_URL, only there and to loopback.
 */
export function redirectAllowed(target: string, requestOrigin: string, publicUrl: string | undefined): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || url.username || url.password || url.hash) return false;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true;
  return url.origin === requestOrigin && (publicUrl === undefined || isLoopback(url.hostname));
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
