import { VITALS_SUBJECT, type Vitals } from '@earworm/contracts';
import { createInProcessHub } from '@earworm/service-kit/bus';
import { BusFaults, connectFaulty } from '@earworm/service-kit/testing/faulty-bus';
import { createLog } from '@earworm/service-kit/log';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Fleet } from './fleet.js';

const SECOND = 1_000;
const log = createLog('bus', { level: 'silent' });
const vitals = (
  instance: string,
  { upMs, numbers = {}, ...more }: Partial<Vitals> & { upMs?: number } = {},
): Vitals => ({
  service: 'game',
  instance,
  lagMs: { p50: 0, p99: 0 },
  checks: [],
  spreads: {},
  numbers: { ...numbers, ...(upMs === undefined ? {} : { upMs }) },
  ...more,
});

describe('the services on the operations page', () => {
  let faults: BusFaults;
  let fleet: Fleet;
  let now: number;
  let report: (...all: Vitals[]) => Promise<void>;

  beforeEach(() => {
    const hub = createInProcessHub(log);
    faults = new BusFaults();
    const bus = connectFaulty(hub, faults, log);
    const services = hub.connect();
    now = 0;
    const own = () => Promise.resolve(vitals('own', { service: 'gateway', numbers: { sockets: 2 } }));
    fleet = new Fleet({ bus, own, goneMs: 30 * SECOND, now: () => now });
    fleet.refresh();
    report = async (...all) => {
      for (const each of all) services.publish(VITALS_SUBJECT, Buffer.from(JSON.stringify(each)));
      await services.flush();
      await new Promise(setImmediate);
    };
  });
  afterEach(() => fleet.stop());

  const games = () =>
    fleet.services
      .filter(({ service, instance }) => service === 'game' && instance !== '')
      .map((each) => each.instance);

  it('show a restarted instance in place of the dead one, and count only the new one', async () => {
    await report(vitals('old', { upMs: 60 * SECOND, numbers: { sockets: 10 } }));
    now = 4 * SECOND;
    await report(vitals('new', { upMs: 2 * SECOND, numbers: { sockets: 3 } }));
    expect(games()).toEqual(['new', 'old']);
    now = 5 * SECOND;
    expect(games()).toEqual(['new']);
    expect(fleet.totals.sockets).toBe(2 + 3);
  });

  it('count as silent only after five seconds to answer', async () => {
    const silent = () => fleet.services.filter(({ heardAgoMs }) => heardAgoMs === null).map(({ service }) => service);
    await report(vitals('one'));
    now = 5 * SECOND - 1;
    expect(silent()).toEqual([]);
    now = 5 * SECOND;
    expect(silent()).toEqual(['feedback', 'identity', 'library', 'rate-limit', 'shows', 'telemetry']);
    fleet.stop();
    fleet.refresh();
    expect(silent()).toEqual([]);
  });

  it('show each dead instance that was not replaced until it has been gone for long', async () => {
    await report(vitals('one', { upMs: 1 }), vitals('other', { upMs: 1 }), vitals('third', { upMs: SECOND }));
    for (now = SECOND; now <= 20 * SECOND; now += SECOND)
      await report(
        vitals('third', { upMs: now + SECOND }),
        ...(now < 3 * SECOND ? [] : [vitals('new', { upMs: now - 3 * SECOND })]),
      );
    const left = games();
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining(['new', 'third']));
    for (; now <= 31 * SECOND; now += SECOND) await report(vitals('third', { upMs: now + SECOND }));
    expect(games()).toEqual(expect.not.arrayContaining(['one', 'other']));
  });

  it('keep a silent instance when no younger one has appeared', async () => {
    await report(vitals('silent', { upMs: SECOND }), vitals('other', { upMs: 90 * SECOND }));
    now = 10 * SECOND;
    await report(vitals('other', { upMs: 100 * SECOND }));
    expect(games()).toEqual(['other', 'silent']);
  });

  it('show the database as down while an instance reports it so', async () => {
    const reporting = (ok: boolean) => vitals('one', { checks: [{ name: 'database', ok, ms: 1 }] });
    await report(reporting(true));
    expect(fleet.totals.down).toEqual([]);
    await report(reporting(false));
    expect(fleet.totals.down).toEqual(['database']);
    now = 5 * SECOND;
    expect(fleet.totals.down).toEqual([]);
  });

  it('show the bus as down while this gateway is disconnected, with its own figures', async () => {
    faults.cut();
    expect(fleet.totals.down).toEqual(['bus']);
    now = 60 * SECOND;
    fleet.refresh();
    await new Promise(setImmediate);
    expect(fleet.services.find(({ service }) => service === 'gateway')).toMatchObject({ heardAgoMs: 0 });
    expect(fleet.totals.sockets).toBe(2);
    faults.restore();
    expect(fleet.totals.down).toEqual([]);
  });

  it('add up players, joins, wrong codes and refusals of all gateways', async () => {
    const numbers = { players: 5, joins: 2, wrongCodes: 1, 'refused:limit-join': 4, 'refused:limit-create': 0 };
    await report(
      vitals('g1', { service: 'gateway', numbers }),
      vitals('g2', { service: 'gateway', numbers: { ...numbers, players: 6 } }),
    );
    expect(fleet.totals).toMatchObject({ players: 11, joins: 4, wrongCodes: 2, refusals: { 'limit-join': 8 } });
    expect(Object.keys(fleet.totals.refusals ?? {})).toEqual(['limit-join']);
  });
});
