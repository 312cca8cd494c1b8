import ipaddr from 'ipaddr.js';

/** The widest prefixes, and the narrowest of IPv6: limits count a /64 as one address. */
const IPV4_WIDEST = 24;
const IPV6_WIDEST = 48;
const IPV6_NARROWEST = 64;
const [IPV4_LONGEST, IPV6_LONGEST] = [32, 128];

/**
 * Of venues: public addresses, and those of local networks, where installations of a school or a company are reached.
 * Loopback, multicast, documentation and the like belong to no venue.
 */
const OF_VENUES: ReadonlySet<string> = new Set(['unicast', 'private', 'uniqueLocal', 'carrierGradeNat']);

export type NetworkFault = 'event-network-invalid' | 'event-network-wide' | 'event-network-reserved';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `ipaddr.js` also reads shortened and octal addresses, which others read as something else. */
const isWritten = (address: string): boolean =>
  address.includes(':')
    ? ipaddr.IPv6.isValid(address) && !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address);

function parsed(text: string): { readonly address: Address; readonly bits: number } | null {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !isWritten(address) || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const given = ipaddr.parse(address);
  const longest = given.kind() === 'ipv4' ? IPV4_LONGEST : IPV6_LONGEST;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (bits > longest) return null;
  if (!(given instanceof ipaddr.IPv6) || !given.isIPv4MappedAddress()) return { address: given, bits };
  return { address: given.toIPv4Address(), bits: bits - (IPV6_LONGEST - IPV4_LONGEST) };
}

const widestOf = (address: Address): number => (address.kind() === 'ipv4' ? IPV4_WIDEST : IPV6_WIDEST);

/** Why a text is no network of a venue; null if it is one. */
export function networkFault(text: string): NetworkFault | null {
  const network = parsed(text);
  if (network === null) return 'event-network-invalid';
  const { address, bits } = network;
  if (bits < widestOf(address)) return 'event-network-wide';
  return OF_VENUES.has(address.range()) ? null : 'event-network-reserved';
}

/** One way to write a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8:1:2::/64`. Other texts stay as they are. */
export function canonicalNetwork(text: string): string {
  const network = parsed(text);
  if (network === null) return text;
  const { address, bits } = network;
  if (address.kind() === 'ipv4' && bits === IPV4_LONGEST) return address.toString();
  const length = address.kind() === 'ipv4' ? bits : Math.min(bits, IPV6_NARROWEST);
  const masked = address
    .toByteArray()
    .map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, length - at * 8))) & 0xff);
  return `${ipaddr.fromByteArray(masked).toString()}/${length}`;
}
