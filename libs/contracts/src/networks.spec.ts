import { describe, expect, it } from '@jest/globals';
import { canonicalNetwork, networkFault } from './networks.js';
import { ShowFacts } from './show.js';

describe('networks of a venue', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    [' 8.8.8.8/32 ', '8.8.8.8'],
    ['8.8.8.77/24', '8.8.8.0/24'],
    ['8.8.8.77/30', '8.8.8.76/30'],
    ['192.168.1.20/24', '192.168.1.0/24'],
    ['10.0.0.0/25', '10.0.0.0/25'],
    ['100.64.3.1', '100.64.3.1'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::ffff:8.8.8.8/120', '8.8.8.0/24'],
    ['2600:1:2:3:4:5:6:7', '2600:1:2:3::/64'],
    ['2600:1:2:3::/64', '2600:1:2:3::/64'],
    ['2600:1:2:ffff::/48', '2600:1:2::/48'],
    ['fd00:1:2::/56', 'fd00:1:2::/56'],
  ])('%s is the network %s', (typed, network) => {
    expect(networkFault(typed)).toBeNull();
    expect(canonicalNetwork(typed)).toBe(network);
    expect(canonicalNetwork(network)).toBe(network);
  });

  it.each([
    ['', 'event-network-invalid'],
    ['8.8.8', 'event-network-invalid'],
    ['010.8.8.8', 'event-network-invalid'],
    ['0x8.8.8.8', 'event-network-invalid'],
    ['8.8.8.8/33', 'event-network-invalid'],
    ['8.8.8.8/-1', 'event-network-invalid'],
    ['8.8.8.8/24/24', 'event-network-invalid'],
    ['8.8.8.8/255.255.255.0', 'event-network-invalid'],
    ['8.8.8.8-8.8.8.20', 'event-network-invalid'],
    ['venue.example.org', 'event-network-invalid'],
    ['2600::1%eth0', 'event-network-invalid'],
    ['2600:::/48', 'event-network-invalid'],
    ['0.0.0.0/0', 'event-network-wide'],
    ['::/0', 'event-network-wide'],
    ['10.0.0.0/8', 'event-network-wide'],
    ['8.8.8.0/23', 'event-network-wide'],
    ['2600:1:2::/47', 'event-network-wide'],
    ['::ffff:0:0/96', 'event-network-wide'],
    ['0.0.0.0', 'event-network-reserved'],
    ['127.0.0.1', 'event-network-reserved'],
    ['::1', 'event-network-reserved'],
    ['169.254.1.1', 'event-network-reserved'],
    ['224.0.0.1', 'event-network-reserved'],
    ['255.255.255.255', 'event-network-reserved'],
    ['203.0.113.0/24', 'event-network-reserved'],
    ['2001:db8::/48', 'event-network-reserved'],
    ['fe80::1', 'event-network-reserved'],
    ['ff02::1', 'event-network-reserved'],
  ])('refuses “%s” with %s', (typed, fault) => {
    const facts = { name: 'Finals', startsAt: 0, timeZone: 'Europe/Berlin', peoplePerRoom: 20, networks: [typed] };
    expect(ShowFacts.safeParse(facts).error?.issues[0]?.message).toBe(fault);
  });

  it('refuses more than eight for one event', () => {
    const networks = Array.from({ length: 9 }, (_, n) => `8.8.8.${n}`);
    const facts = { name: 'Finals', startsAt: 0, timeZone: 'Europe/Berlin', peoplePerRoom: 20, networks };
    expect(ShowFacts.safeParse(facts).error?.issues[0]?.message).toBe('event-networks-full');
  });
});
