import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { list } from './config.js';

export function canTrust(proxies: readonly string[]): boolean {
  try {
    proxyAddr.compile([...proxies]);
    return true;
  } catch {
    return false;
  }
}

export function trustedProxyMatcher(trustedProxies: readonly string[]): (remoteAddress: string) => boolean {
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (remoteAddress) => trusts(remoteAddress, 0);
}

/** Reads X-Forwarded-For from its end while trusted proxies wrote it; what a browser prepends is ignored. */
export function addressKeyResolver(trustedProxies: readonly string[]): (request: IncomingMessage) => string | null {
  const clientOf = clientAddressResolver(trustedProxies);
  return (request) => addressKey(clientOf(request)) ?? addressKey(request.socket.remoteAddress ?? '');
}

export function clientAddressResolver(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trustsBare = proxyAddr.compile([...trustedProxies]);
  const trusts = (text: string, hop: number) => trustsBare(bareAddress(text), hop);
  return (request) => bareAddress(proxyAddr(request, trusts));
}

/** Strips quotes, brackets and port: `"[2001:db8::1]:443"`, `203.0.113.7:4711`. */
function bareAddress(text: string): string {
  const [, inner = text] = /^"(.*)"$/.exec(text) ?? [];
  const [, address = inner] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(inner) ?? /^([\d.]+):\d{1,5}$/.exec(inner) ?? [];
  return address;
}

/** Characters; longer text is no address and is not worth the memory. */
const LONGEST_CACHED = 64;
/** A phone's address is needed at its connection, its requests and its socket, and parsing it takes long. */
const parsed = new LRUCache<string, { readonly key: string | null }>({ max: 10_000 });

/** The IPv4 address or the IPv6 /64. Null for an invalid address and for loopback, which is an unconfigured proxy. */
export function addressKey(text: string): string | null {
  if (text.length > LONGEST_CACHED) return parseAddressKey(text);
  const cached = parsed.get(text);
  if (cached !== undefined) return cached.key;
  const key = parseAddressKey(text);
  parsed.set(text, { key });
  return key;
}

function parseAddressKey(text: string): string | null {
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

/** Proxies whose X-Forwarded-For is trusted: addresses, networks, or loopback, linklocal, uniquelocal. */
export const trustedProxies = () =>
  list().refine(canTrust, 'must be addresses or networks such as 10.0.0.0/8, or loopback');
