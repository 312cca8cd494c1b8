import { describe, expect, it } from '@jest/globals';
import { banner, lanAddress, lanUrl } from './banner.js';

const v4 = (address: string, internal = false) => ({
  ...{ address, internal, netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null },
  family: 'IPv4' as const,
});

describe('what a start prints', () => {
  it('begins with the line that says where the game is', async () => {
    const text = await banner({ port: 3456, publicUrl: undefined, firstAdmin: null, lan: null });
    expect(text.split('\n')[0]).toBe('Earworm is ready: http://localhost:3456');
    expect(text).not.toContain('phones');
  });

  it('shows the address for phones as text and as a QR code', async () => {
    const text = await banner({ port: 3000, publicUrl: undefined, firstAdmin: null, lan: '192.168.1.20' });
    expect(text).toContain('For the phones in the room: http://192.168.1.20:3000\n');
    expect(text).toMatch(/[▀▄█]{10}/);
  });

  it('prefers the public address when there is one', async () => {
    const text = await banner({ port: 3000, publicUrl: 'https://quiz.example', firstAdmin: null, lan: '192.168.1.20' });
    expect(text).toContain('https://quiz.example');
    expect(text).not.toContain('192.168.1.20');
  });

  it('tells the first admin the password', async () => {
    const firstAdmin = { email: 'admin@example.org', password: 'a-long-one' };
    const text = await banner({ port: 3000, publicUrl: undefined, firstAdmin, lan: null });
    expect(text).toContain('admin@example.org');
    expect(text).toContain('a-long-one');
  });
});

describe('the address in the room', () => {
  it('is that of the real network, not of a container bridge', () => {
    const interfaces = { lo: [v4('127.0.0.1', true)], docker0: [v4('172.17.0.1')], wlan0: [v4('192.168.1.20')] };
    expect(lanAddress(interfaces)).toBe('192.168.1.20');
  });

  it('is a bridge when there is nothing else, and none without a network', () => {
    expect(lanAddress({ docker0: [v4('172.17.0.1')] })).toBe('172.17.0.1');
    expect(lanAddress({ lo: [v4('127.0.0.1', true)] })).toBeNull();
    expect([lanUrl(3000, null), lanUrl(3000, '192.168.1.20')]).toEqual([undefined, 'http://192.168.1.20:3000']);
  });
});
