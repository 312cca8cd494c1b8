import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deviceKey } from '@earworm/contracts';
import { type Bus, createInProcessBus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import type { NewDevice } from '@earworm/service-kit/device-cookies';
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
    await eventually(() => expect(devices.isReady).toBe(true));
  };
  const value = (met: NewDevice | null) => /^[^;]+/.exec(met?.cookie ?? '')?.[0] ?? '';

  it('identifies itself by its cookie among others', async () => {
    await known();
    const cookie = value(devices.create());
    const id = devices.read(cookie);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(devices.read(`a=1; ${cookie}; b=2`)).toBe(id);
    expect(devices.read(value(devices.create()))).not.toBe(id);
  });

  it('rejects an id that a client chose', async () => {
    await known();
    const cookie = value(devices.create());
    const [name, signed = ''] = cookie.split('=');
    const [id = '', signature = ''] = signed.split('.');
    const other = `${id[0] === 'A' ? 'B' : 'A'}${id.slice(1)}`;
    for (const made of [`${other}.${signature}`, id, `${id}.`, `${id}.${'A'.repeat(43)}`, `.${signature}`])
      expect(devices.read(`${name}=${made}`)).toBeNull();
  });

  it('gets a cookie that scripts, other sites, neighbouring hosts and plain http cannot read', async () => {
    await known();
    const met = devices.create();
    expect(met?.cookie).toMatch(
      /^__Host-earworm_device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(devices.read(value(met))).toBe(met?.id);
    // A cookie that a neighbouring host may set is ignored.
    expect(devices.read(value(met).replace('__Host-', ''))).toBeNull();
  });

  it('gets a cookie also when the game is played over plain http', async () => {
    await known();
    const plain = new Devices(bus, false);
    plain.start();
    await eventually(() => expect(plain.isReady).toBe(true));
    const met = plain.create();
    expect(met?.cookie).toMatch(/^earworm_device=[\w.-]{66}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    expect(plain.read(value(met))).toBe(met?.id);
    plain.stop();
  });

  it('remains unknown until the key is known', () => {
    expect([devices.isReady, devices.create(), devices.read('earworm_device=x')]).toEqual([false, null, null]);
  });
});
