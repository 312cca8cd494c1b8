/**
 * Where a redirect login may send its code. The web client is used under names nobody can list beforehand (a LAN address,
 * a phone's view of it), so the rule is not a list but: back to the very origin this request itself came to. A visitor's
 * browser writes that, not the author of the link, so the code never leaves the site the visitor is on.
 * With PUBLIC_URL set, only that origin, and loopback for the operator's own machine.
 */
export function redirectAllowed(target: string, requestOrigin: string, publicUrl: string | undefined): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || url.username || url.password || url.hash) return false;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true;
  return url.origin === requestOrigin && (publicUrl === undefined || isLoopback(url.hostname));
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
