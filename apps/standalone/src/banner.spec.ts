import { describe, expect, it } from '@jest/globals';
import { banner, lanAddress, lanUrl } from './banner.js';

const v4 = (address: string, internal = false) => ({
  ...{ address, internal, netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null },
  family: 'IPv4' as const,
});

/** On every address of the machine. */
const EVERYWHERE = { host: undefined, publicUrl: undefined, firstAdmin: null } as const;

describe('start banner', () => {
  it('begins with the line that says where the game is', async () => {
    const text = await banner({ ...EVERYWHERE, port: 3456, lan: null });
    expect(text.split('\n')[0]).toBe('Earworm is ready: http://localhost:3456');
    expect(text).not.toContain('phones');
  });

  it('shows the address for phones as text and as a QR code', async () => {
    const text = await banner({ ...EVERYWHERE, port: 3000, lan: '192.168.1.20' });
    expect(text).toContain('For the phones in the room: http://192.168.1.20:3000\n');
    expect(text).toMatch(/[▀▄█]{10}/);
  });

  it('prints one line after a crash', async () => {
    const text = await banner({ ...EVERYWHERE, port: 3000, lan: '192.168.1.20', isRestart: true });
    expect(text).toBe('Earworm is ready: http://localhost:3000\n');
  });

  it('prefers the public address when there is one', async () => {
    const text = await banner({ ...EVERYWHERE, port: 3000, publicUrl: 'https://quiz.example', lan: '192.168.1.20' });
    expect(text).toContain('https://quiz.example');
    expect(text).not.toContain('192.168.1.20');
  });

  it.each(['127.0.0.1', 'localhost', '::1', '127.0.1.1'])(
    'shows no address and no QR code for other devices when HOST=%s lets none of them in',
    async (host) => {
      const text = await banner({ ...EVERYWHERE, port: 3000, host, lan: '192.168.1.20' });
      expect(text).toBe('Earworm is ready: http://localhost:3000\n');
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'shows no address for other devices when PUBLIC_URL is %s, which only this machine opens',
    async (publicUrl) => {
      const text = await banner({ ...EVERYWHERE, port: 3000, publicUrl, lan: '192.168.1.20' });
      expect(text).toBe('Earworm is ready: http://localhost:3000\n');
    },
  );

  it('shows the public address of a proxy also for HOST=127.0.0.1', async () => {
    const publicUrl = 'https://quiz.example';
    const text = await banner({ ...EVERYWHERE, port: 3000, host: '127.0.0.1', publicUrl, lan: '192.168.1.20' });
    expect(text).toContain('For the phones in the room: https://quiz.example\n');
  });

  it('tells the first admin the password', async () => {
    const firstAdmin = { email: 'admin@example.org', password: 'a-long-one' };
    const text = await banner({ ...EVERYWHERE, port: 3000, firstAdmin, lan: null });
    expect(text).toContain('admin@example.org');
    expect(text).toContain('a-long-one');
  });
});

describe('LAN address', () => {
  it('prefers the real network to a container bridge', () => {
    const interfaces = { lo: [v4('127.0.0.1', true)], docker0: [v4('172.17.0.1')], wlan0: [v4('192.168.1.20')] };
    expect(lanAddress(interfaces)).toBe('192.168.1.20');
  });

  it('falls back to a bridge when there is nothing else, and to none without a network', () => {
    expect(lanAddress({ docker0: [v4('172.17.0.1')] })).toBe('172.17.0.1');
    expect(lanAddress({ lo: [v4('127.0.0.1', true)] })).toBeNull();
    expect(lanUrl(3000, undefined, null)).toBeUndefined();
    expect(lanUrl(3000, undefined, '192.168.1.20')).toBe('http://192.168.1.20:3000');
    expect(lanUrl(3000, '0.0.0.0', '192.168.1.20')).toBe('http://192.168.1.20:3000');
  });

  it('omits the address of a server that answers on loopback alone', () => {
    expect(lanUrl(3000, '127.0.0.1', '192.168.1.20')).toBeUndefined();
  });
});
