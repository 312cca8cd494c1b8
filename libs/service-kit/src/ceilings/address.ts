import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** What `TRUSTED_PROXIES` may hold: addresses, networks such as 10.0.0.0/8, and these names for them. */
export function canTrust(proxies: readonly string[]): boolean {
  try {
    proxyAddr.compile([...proxies]);
    return true;
  } catch {
    return false;
  }
}

/** Whether the other end of a connection is one of these proxies. */
export function trustRule(trustedProxies: readonly string[]): (remoteAddress: string) => boolean {
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (remoteAddress) => trusts(remoteAddress, 0);
}

/**
 * Where a request came from. X-Forwarded-For is read from its end for as long as a trusted proxy wrote it, so what a
 * browser puts in front is never looked at.
 */
export function addressRule(trustedProxies: readonly string[]): (request: IncomingMessage) => string | null {
  const clientOf = clientAddressRule(trustedProxies);
  return (request) => addressKey(clientOf(request)) ?? addressKey(request.socket.remoteAddress ?? '');
}

/** The same address in full, which a proxy passes on. */
export function clientAddressRule(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trustsBare = proxyAddr.compile([...trustedProxies]);
  const trusts = (text: string, hop: number) => trustsBare(bareAddress(text), hop);
  return (request) => bareAddress(proxyAddr(request, trusts));
}

/** Without the quotes, brackets and port that some proxies write: `"[2001:db8::1]:443"`, `203.0.113.7:4711`. */
function bareAddress(text: string): string {
  const [, inner = text] = /^"(.*)"$/.exec(text) ?? [];
  const [, address = inner] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(inner) ?? /^([\d.]+):\d{1,5}$/.exec(inner) ?? [];
  return address;
}

/**
 * What an address is counted by: an IPv4 address, or the /64 that one customer has of IPv6. Null for what is no address,
 * and for this machine itself: that is a proxy nobody told us of, and everybody is behind it.
 */
export function addressKey(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.range() === 'loopback') return null;
  if (address instanceof ipaddr.IPv6)
    return `${address.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return address.toString();
}
