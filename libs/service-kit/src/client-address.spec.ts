import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { addressKey, addressKeyResolver, canTrust } from './client-address.js';

function from(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

describe('client address of a request', () => {
  const trusting = addressKeyResolver(['loopback', '10.0.0.0/8']);

  it('takes the address that a trusted proxy saw', () => {
    expect(trusting(from('127.0.0.1', '203.0.113.7'))).toBe('203.0.113.7');
    expect(trusting(from('10.1.2.3', '203.0.113.7, 10.9.9.9'))).toBe('203.0.113.7');
  });

  it('ignores every address that the client itself wrote into the header', () => {
    expect(trusting(from('127.0.0.1', '198.51.100.1, 203.0.113.7'))).toBe('203.0.113.7');
    expect(trusting(from('127.0.0.1', 'nonsense, 127.0.0.1, 203.0.113.7'))).toBe('203.0.113.7');
    expect(trusting(from('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
    expect(addressKeyResolver([])(from('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
  });

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['"203.0.113.7"', '203.0.113.7'],
    ['"203.0.113.7:4711"', '203.0.113.7'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::1]:4711"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['203.0.113.7:4711, "10.9.9.9:80", [::1]:3', '203.0.113.7'],
  ])('reads the address from %s, as proxies write it', (forwardedFor, address) => {
    expect(trusting(from('127.0.0.1', forwardedFor))).toBe(address);
  });

  it.each(['203.0.113.7:port', '"203.0.113.7', '[203.0.113.7', '[]', '""', ':80', '2001:db8::1]:80'])(
    'falls back to the connection’s own address where a proxy wrote %s',
    (forwardedFor) => expect(trusting(from('10.1.2.3', forwardedFor))).toBe('10.1.2.3'),
  );

  it('falls back to the connection’s own address where a proxy wrote no valid one', () => {
    expect(trusting(from('10.1.2.3', 'unknown'))).toBe('10.1.2.3');
  });

  it('maps all addresses of one customer to the same key', () => {
    expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
    const [one, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'].map(addressKey);
    expect(one).toBe('2001:db8:1:2::/64');
    expect(other).toBe(one);
    expect(addressKey('2001:db8:1:3::1')).not.toBe(one);
  });

  it('maps the addresses of this machine to no key', () => {
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '']) expect(addressKey(own)).toBeNull();
  });

  it('trusts networks and their names, and nothing else', () => {
    expect(canTrust(['10.0.0.0/8', 'uniquelocal', '2001:db8::/32'])).toBe(true);
    expect(canTrust(['everybody'])).toBe(false);
  });
});
