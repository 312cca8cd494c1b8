import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { type ShowActor, ShowId } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  actor,
  facts,
  inDays,
  OLGA,
  outcomeOf,
  row,
  type RunningEvents,
  runEvents,
} from '../testing/running-events.js';

const HOUR = 3_600_000;
const ADMIN = actor('ada', { isAdmin: true });

describeWith('postgres', 'networks of events', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const startsAt = inDays(0.5);
  const newShow = (networks: string[], also: Parameters<typeof facts>[0] = {}, by: ShowActor = OLGA) =>
    events.newShow({ startsAt, networks, ...also }, by);
  const networksOf = async (showId: ShowId) => {
    const { networks } = await events.read(showId);
    if (networks === null) throw new Error('no networks');
    return networks;
  };
  const save = async (showId: ShowId, also: Parameters<typeof facts>[0]) => {
    const { version, facts: before } = await events.read(showId);
    await events.bus.call(calls.saveShow, {
      ...{ actor: OLGA, showId, basedOn: version },
      facts: { ...before, ...also },
    });
  };
  const decide = async (showId: ShowId, also: { approve?: boolean; asked?: Partial<calls.NetworksAsked> } = {}) => {
    const { networks, people, startsAt: start } = await networksOf(showId);
    const asked = { networks, people, startsAt: start, ...also.asked };
    await events.bus.call(calls.decideShowNetworks, { showId, approve: true, ...also, asked });
  };
  const raised = async () => (await events.bus.call(calls.raisedNetworks, {})).shows;
  const isApproved = async (showId: ShowId) => (await networksOf(showId)).approved !== null;

  it('keep one way to write each, and each once', async () => {
    const showId = await newShow(['8.8.8.77/24', '8.8.8.0/24', ' 2600:1:2:3::5 ']);
    const { version, facts: saved } = await events.read(showId);
    expect(saved.networks).toEqual(['8.8.8.0/24', '2600:1:2:3::/64']);
    await save(showId, { networks: ['8.8.8.1/24', '2600:1:2:3::9'] });
    expect((await events.read(showId)).version).toBe(version);
    expect((await events.read(await events.newShow())).networks).toBeNull();
  });

  it('raise nothing before an administrator has approved them, nor after that was withdrawn', async () => {
    const showId = await newShow(['8.8.8.0/24']);
    expect(await raised()).toEqual([]);
    await decide(showId);
    expect(await raised()).toEqual([
      {
        ...{ showId, networks: ['8.8.8.0/24'], people: 20, perRoom: 20 },
        ...{ from: startsAt - 0.5 * HOUR, until: startsAt + 12.5 * HOUR },
      },
    ]);
    expect((await networksOf(showId)).approved).toMatchObject({ people: 20 });
    await decide(showId, { approve: false });
    expect([await raised(), await isApproved(showId)]).toEqual([[], false]);
  });

  it.each([
    ['other networks', { networks: ['8.8.8.0/24', '8.8.4.4'] }],
    ['another start', { startsAt: inDays(0.6) }],
  ])('need a new approval for %s', async (_, change) => {
    const showId = await newShow(['8.8.8.0/24']);
    await decide(showId);
    await save(showId, { name: 'Finals' });
    expect(await isApproved(showId)).toBe(true);
    await save(showId, change);
    expect([await raised(), await isApproved(showId)]).toEqual([[], false]);
    await decide(showId);
    expect(await raised()).toHaveLength(1);
  });

  it('refuse an approval of anything but what the event asks for now', async () => {
    const showId = await newShow(['8.8.8.0/24']);
    for (const asked of [{ networks: ['8.8.8.0/24', '8.8.4.4'] }, { people: 40 }, { startsAt: startsAt + 1 }])
      expect(await outcomeOf(decide(showId, { asked }))).toBe('event-changed');
    const unknown = { showId: ShowId.parse(randomUUID()), approve: true };
    const asked = { networks: ['8.8.8.0/24'], people: 20, startsAt };
    expect(await outcomeOf(events.bus.call(calls.decideShowNetworks, { ...unknown, asked }))).toBe('event-not-found');
    expect(await isApproved(showId)).toBe(false);
  });

  it('count the people that were approved, or fewer when rooms were removed', async () => {
    const showId = await newShow(['8.8.8.0/24']);
    await events.save(showId, [row(1), row(2), row(3)]);
    await decide(showId);
    const people = async () => (await raised()).map((show) => show.people);
    expect(await people()).toEqual([60]);
    await events.save(showId, [row(4)]);
    expect([await people(), (await networksOf(showId)).people]).toEqual([[60], 80]);
    for (const { roomId } of (await events.rooms(showId)).slice(0, 2))
      await events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId });
    expect(await people()).toEqual([40]);
  });

  it('begin half an hour before the first planned start, at most half a day before the event', async () => {
    const showId = await newShow(['8.8.8.0/24']);
    const beginsAfterRoomAt = async (at: number) => {
      await events.save(showId, [row(1, { startsAt: at })]);
      return (await networksOf(showId)).from;
    };
    expect(await beginsAfterRoomAt(startsAt - 2 * HOUR)).toBe(startsAt - 2.5 * HOUR);
    expect(await beginsAfterRoomAt(startsAt + 2 * HOUR)).toBe(startsAt - 0.5 * HOUR);
    expect(await beginsAfterRoomAt(startsAt - 100 * HOUR)).toBe(startsAt - 12.5 * HOUR);
  });

  it('reach gateways from a day before their hours until these are over, unless the event was deleted', async () => {
    const showId = await newShow(['8.8.8.0/24'], { startsAt: inDays(3) });
    await decide(showId);
    expect(await raised()).toEqual([]);
    await save(showId, { startsAt: Date.now() - 12 * HOUR });
    await decide(showId);
    expect(await raised()).toHaveLength(1);
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await raised()).toEqual([]);
    await events.bus.call(calls.restoreShow, { actor: OLGA, showId });
    expect(await raised()).toHaveLength(1);
    await save(showId, { startsAt: Date.now() - 13 * HOUR });
    await decide(showId);
    expect(await raised()).toEqual([]);
  });

  it('appear in the list of administrators with who asks, unless the event is over', async () => {
    const showId = await newShow(['8.8.8.0/24'], { name: 'Finals', place: 'Lyon' });
    await newShow(['8.8.4.4'], { startsAt: inDays(-0.9) }, ADMIN);
    await events.newShow({}, ADMIN);
    const { shows } = await events.bus.call(calls.listShowNetworks, {});
    expect(shows).toMatchObject([
      { showId, name: 'Finals', place: 'Lyon', owner: 'olga', networks: ['8.8.8.0/24'], people: 20, approved: null },
    ]);
  });
});
