import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deviceKey } from '@earworm/contracts';
import { type Bus, createInProcessBus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { Devices } from './devices.js';

describe('a device', () => {
  let bus: Bus;
  let devices: Devices;
  beforeEach(() => {
    bus = createInProcessBus();
    devices = new Devices(bus, true);
    devices.start();
  });
  afterEach(async () => {
    devices.stop();
    await bus.drain();
  });
  const known = async (key = 'k'.repeat(43)) => {
    bus.serve(deviceKey, () => ({ key }));
    await eventually(() => expect(devices.areKnown).toBe(true));
  };
  const value = (cookie: string | null) => /^[^;]+/.exec(cookie ?? '')?.[0] ?? '';

  it('is known again by the cookie it was given, among others', async () => {
    await known();
    const cookie = value(devices.newCookie());
    const id = devices.in(cookie);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(devices.in(`a=1; ${cookie}; b=2`)).toBe(id);
    expect(devices.in(value(devices.newCookie()))).not.toBe(id);
  });

  it('cannot be chosen', async () => {
    await known();
    const cookie = value(devices.newCookie());
    const [name, signed = ''] = cookie.split('=');
    const [id = '', signature = ''] = signed.split('.');
    const other = `${id[0] === 'A' ? 'B' : 'A'}${id.slice(1)}`;
    for (const made of [`${other}.${signature}`, id, `${id}.`, `${id}.${'A'.repeat(43)}`, `.${signature}`])
      expect(devices.in(`${name}=${made}`)).toBeNull();
  });

  it('is out of reach of scripts, other sites and plain http', async () => {
    await known();
    expect(devices.newCookie()).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('is nobody’s until the key is known', () => {
    expect([devices.areKnown, devices.newCookie(), devices.in('earworm_device=x')]).toEqual([false, null, null]);
  });
});
