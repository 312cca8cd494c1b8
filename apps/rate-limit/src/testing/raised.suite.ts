import { expect, it } from '@jest/globals';
import type { AddressLimitName, ShowId } from '@earworm/contracts';
import type { RaisedFor } from '@earworm/service-kit/raised-addresses';
import { createAddressLimits } from '../address-limits.js';
import { createCheck, type Stores } from '../check.js';
import type { Raised } from '../raised-limit.js';
import { limitsOf, loadRateLimitConfig } from '../rate-limit.config.js';

const SHOW = '00000000-0000-4000-8000-000000000001' as ShowId;
const [VENUE, ALSO_VENUE, ELSEWHERE] = ['8.8.8.1', '8.8.8.2', '9.9.9.9'];

const raisedFor = (people: number, perRoom = 20): Raised => {
  const event: RaisedFor = { showId: SHOW, people, perRoom };
  const at = (address: string | null) => (address?.startsWith('8.8.8.') ? event : null);
  return { at, inRoomsOf: (showId, address) => (showId === SHOW ? at(address) : null) };
};

/** The part of `behavesAsACheck` that is about the networks of events. */
export function raisesLimits(open: () => Promise<Stores> | Stores): void {
  const addressLimits = async (raised: Raised, env: Record<string, string>) => {
    const limits = createAddressLimits(limitsOf(loadRateLimitConfig(env)), (await open()).counters, raised);
    return async (ceiling: AddressLimitName, address: string, points: number, showId?: ShowId) => {
      const { refused } = await limits({ spent: [{ ceiling, address, points, ...(showId && { showId }) }] });
      return refused;
    };
  };
  const seats = async (raised: Raised, env: Record<string, string>) => {
    const check = createCheck(limitsOf(loadRateLimitConfig(env)), await open(), raised);
    let people = 0;
    return (address: string, gameId: string, showId?: ShowId) => {
      const n = (people += 1);
      const who = { userId: `guest-${n}`, device: `phone-${n}`, gameId, address };
      return check({ action: 'take_seat', ...who, spend: true, ...(showId && { showId }) });
    };
  };

  it.each(['sockets', 'requests', 'sign-ins', 'reports'] as const)(
    'raises %s of an event’s addresses, which share what its people have, and of no other address',
    async (name) => {
      const limit = '100/60';
      const env = { CEILING_SOCKETS: limit, CEILING_REQUESTS: limit, CEILING_SIGN_INS: limit, CEILING_REPORTS: limit };
      // Three times 2,000 people are two halls.
      const spend = await addressLimits(raisedFor(2_000), env);
      expect(await spend(name, VENUE, 100)).toEqual([]);
      expect(await spend(name, VENUE, 60)).toEqual([]);
      expect(await spend(name, ALSO_VENUE, 100)).toEqual([]);
      expect(await spend(name, ALSO_VENUE, 40)).toEqual([]);
      const [refused] = await spend(name, VENUE, 1);
      expect(refused).toMatchObject({ address: VENUE, ceiling: name });
      expect(refused?.forMs).toBeGreaterThan(50_000);
      expect(await spend(name, ALSO_VENUE, 1)).toHaveLength(1);
      // Its own limit is as in any other address.
      expect(await spend(name, '8.8.8.3', 100)).toEqual([]);
      expect(await spend(name, ELSEWHERE, 100)).toEqual([]);
      expect(await spend(name, ELSEWHERE, 1)).toHaveLength(1);
    },
  );

  it('raises joins in the event’s rooms alone', async () => {
    const spend = await addressLimits(raisedFor(2_000), { CEILING_JOINS: '100/60' });
    expect(await spend('joins', VENUE, 100)).toEqual([]);
    expect(await spend('joins', VENUE, 1)).toHaveLength(1);
    expect(await spend('joins', VENUE, 98, SHOW)).toEqual([]);
    expect(await spend('joins', VENUE, 3, SHOW)).toMatchObject([{ ceiling: 'joins', showId: SHOW }]);
  });

  it('lowers no limit for a small event', async () => {
    const spend = await addressLimits(raisedFor(20), { CEILING_SOCKETS: '100/60' });
    expect(await spend('sockets', VENUE, 100)).toEqual([]);
    expect(await spend('sockets', VENUE, 1)).toHaveLength(1);
  });

  it('never raises what is counted by user', async () => {
    const spend = await addressLimits(raisedFor(100_000), { LIMIT_REQUESTS: '10/60' });
    expect(await spend('requests-of-user', VENUE, 10)).toEqual([]);
    expect(await spend('requests-of-user', VENUE, 1)).toHaveLength(1);
  });

  it('raises seats and the rate of joins by the people of a room, in the event’s rooms alone', async () => {
    const env = { CEILING_SEATS: '20/60', CEILING_SEATS_BURST: '10/60', CEILING_SEATS_RATE: '1/1' };
    const take = await seats(raisedFor(100_000, 2_000), env);
    const outcomes = async (count: number, ...where: [string, string, ShowId?]) => {
      const counts = { at_once: 0, delayed: 0, refused: 0 };
      for (let n = 0; n < count; n += 1) {
        const { allowed, delay } = await take(...where);
        counts[!allowed ? 'refused' : delay ? 'delayed' : 'at_once'] += 1;
      }
      return counts;
    };
    expect(await outcomes(45, VENUE, 'room-1', SHOW)).toEqual({ at_once: 20, delayed: 20, refused: 5 });
    expect(await outcomes(25, VENUE, 'other-game')).toEqual({ at_once: 10, delayed: 10, refused: 5 });
    expect(await outcomes(25, ELSEWHERE, 'room-1', SHOW)).toEqual({ at_once: 10, delayed: 10, refused: 5 });
    const { delay } = await take(VENUE, 'room-2', SHOW);
    expect(delay).toBeNull();
    expect((await outcomes(20, VENUE, 'room-2', SHOW)).delayed).toBe(1);
    expect((await take(VENUE, 'room-2', SHOW)).delay).toMatchObject({ place: 2, everyMs: 500 });
  });

  it('raises wrong codes of an address, and of none of its devices', async () => {
    const check = createCheck(
      limitsOf(loadRateLimitConfig({ CEILING_CODES: '10/60' })),
      await open(),
      raisedFor(2_000),
    );
    const wrong = (n: number, address: string, device = `phone-${n}`) =>
      check({ action: 'try_code', userId: '', gameId: 'global', device, address, spend: true });
    const atOnce = async (count: number, address: string) => {
      let tried = 0;
      // The first place of the queue does not wait.
      for (let n = 0; n < count; n += 1) if ((await wrong(n, address)).remaining > 0) tried += 1;
      return tried;
    };
    expect([await atOnce(30, VENUE), await atOnce(30, ELSEWHERE)]).toEqual([18, 9]);
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push((await wrong(0, ALSO_VENUE, 'one-phone')).allowed);
    expect(answers.filter(Boolean)).toHaveLength(10);
  });
}
