import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { raisedNetworks, RefusedError, type ReplyOf, type ShowId } from '@earworm/contracts';
import { type Bus, createInProcessBus } from './bus/index.js';
import { RaisedAddresses } from './raised-addresses.js';

type Show = ReplyOf<typeof raisedNetworks>['shows'][number];
const [FIRST, SECOND] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}` as ShowId) as [ShowId, ShowId];

describe('addresses whose limits are raised', () => {
  let bus: Bus;
  let now: number;
  let shows: Show[];
  let isAway: boolean;
  let asked: number;
  let raised: RaisedAddresses;
  const bugs: unknown[] = [];
  const show = (also: Partial<Show> = {}): Show => ({
    ...{ showId: FIRST, networks: ['8.8.8.0/24'], people: 5_000, perRoom: 20, from: 1_000, until: 2_000 },
    ...also,
  });

  beforeEach(() => {
    bus = createInProcessBus();
    [now, shows, isAway, asked] = [1_500, [], false, 0];
    bus.serve(raisedNetworks, () => {
      asked += 1;
      if (isAway) throw new RefusedError('unavailable');
      return { shows };
    });
    raised = new RaisedAddresses(
      bus,
      (error) => bugs.push(error),
      10,
      () => now,
    );
  });
  afterEach(async () => {
    await raised.stop();
    await bus.drain();
    expect(bugs).toEqual([]);
  });

  it('belong to the networks of an event, as limits see addresses', async () => {
    shows = [show({ networks: ['8.8.8.0/24', '9.9.9.9', '2600:1:2::/48', '2600:7:7:7::/64'] })];
    await raised.ask();
    const isRaised = (address: string | null) => raised.at(address) !== null;
    expect(['8.8.8.0', '8.8.8.255', '9.9.9.9', '2600:1:2:ffff::/64', '2600:7:7:7::/64'].map(isRaised)).toEqual(
      Array(5).fill(true),
    );
    expect(['8.8.9.0', '9.9.9.8', '2600:1:3:0::/64', '2600:7:7:8::/64', null].map(isRaised)).toEqual(
      Array(5).fill(false),
    );
  });

  it('belong to one network as their event names it, in its hours', async () => {
    shows = [show({ networks: ['9.9.9.9', '8.8.8.0/24', '2600:1:2::/48'] })];
    await raised.ask();
    const networks = ['8.8.8.7', '9.9.9.9', '2600:1:2:ffff::/64', '8.8.9.0', null].map((each) =>
      raised.networkOf(FIRST, each),
    );
    expect(networks).toEqual(['8.8.8.0/24', '9.9.9.9', '2600:1:2::/48', null, null]);
    expect([raised.networkOf('another', '8.8.8.7'), raised.networkOf(null, '8.8.8.7')]).toEqual([null, null]);
    now = 2_000;
    expect(raised.networkOf(FIRST, '8.8.8.7')).toBeNull();
  });

  it('count in the hours of the event only', async () => {
    shows = [show()];
    await raised.ask();
    const at = (time: number) => {
      now = time;
      return raised.at('8.8.8.8') !== null;
    };
    expect([at(999), at(1_000), at(1_999), at(2_000)]).toEqual([false, true, true, false]);
  });

  it('get the bound of the larger event where two events meet, and each event its own rooms', async () => {
    shows = [show({ people: 20 }), show({ showId: SECOND, people: 700, perRoom: 40 })];
    await raised.ask();
    expect(raised.at('8.8.8.8')).toMatchObject({ showId: SECOND, people: 700 });
    expect(raised.inRoomsOf(FIRST, '8.8.8.8')).toMatchObject({ showId: FIRST, people: 20 });
    expect(raised.inRoomsOf('another', '8.8.8.8')).toBeNull();
    expect(raised.inRoomsOf(null, '8.8.8.8')).toBeNull();
    expect(raised.inRoomsOf(FIRST, '8.8.4.4')).toBeNull();
  });

  it('stay raised until the hours are over while the shows service is unreachable', async () => {
    shows = [show()];
    await raised.ask();
    isAway = true;
    await raised.ask();
    expect(asked).toBe(2);
    expect(raised.at('8.8.8.8')).not.toBeNull();
    now = 2_000;
    expect(raised.at('8.8.8.8')).toBeNull();
  });

  it('lose it once an approval was withdrawn', async () => {
    shows = [show()];
    await raised.ask();
    expect(raised.at('8.8.8.8')).not.toBeNull();
    shows = [];
    await raised.ask();
    expect(raised.at('8.8.8.8')).toBeNull();
  });
});
