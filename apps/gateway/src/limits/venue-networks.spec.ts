import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkLimit,
  type CountedAction,
  countAddresses,
  deviceKey,
  type GameId,
  joinInfo,
  onShard,
  PresenceMessage,
  presenceSubject,
  raisedNetworks,
  type ReplyOf,
  type RequestOf,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { request, requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const [VENUE, HOME] = ['8.8.8.20', '9.9.9.9'];
const SHOW = randomUUID() as ShowId;

describe('the network of an event', () => {
  let gateway: RunningGateway;
  let shows: ReplyOf<typeof raisedNetworks>['shows'];
  let checked: RequestOf<typeof checkLimit>[];
  let counted: RequestOf<typeof countAddresses>['spent'];
  /** The event in whose room the game is. */
  let showOfGame: ShowId | undefined;
  let lookedUp: number;
  const event = { showId: SHOW, networks: ['8.8.8.0/24'], people: 10_000, perRoom: 20 };

  async function open(env: Record<string, string> = { TRUSTED_PROXIES: 'loopback' }) {
    gateway = await runGateway(env, { overrides: { networksEveryMs: 20 } });
    const { bus } = gateway;
    [shows, checked, counted, showOfGame, lookedUp] = [[], [], [], SHOW, 0];
    bus.serve(deviceKey, () => ({ key: 'k'.repeat(43) }));
    bus.serve(raisedNetworks, () => ({ shows }));
    bus.serve(countAddresses, ({ spent }) => {
      counted.push(...spent);
      return { refused: [] };
    });
    bus.serve(checkLimit, (given) => {
      checked.push(given);
      return { allowed: true, remaining: 1, resetTime: 0 };
    });
    bus.serve(
      onShard(joinInfo, shardOf(GAME)),
      () => {
        lookedUp += 1;
        return {
          ...{ gameId: GAME, gameCode: 'ABCDEF', status: 'playing' as const, moderatorName: 'Room 1' },
          ...{ moderatorLeft: false, playerCount: 0, rejoin: false, room: 'Room 1' },
          ...(showOfGame && { showId: showOfGame }),
        };
      },
      { queue: null },
    );
    new ScriptedOwner(bus, GAME, 'mo');
    // Until the device key is known, no caller has an address.
    await eventually(async () => {
      await join(HOME);
      expect(checked.at(-1)?.device).not.toBeNull();
    });
    [checked, counted, lookedUp] = [[], [], 0];
  }
  beforeEach(() => open());
  afterEach(() => gateway.close());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const own = async (address: string) =>
    (await requestJson(gateway, '/api/own-network', { as: 'mo', headers: from(address) }))[1] as unknown;
  /** The event for which a command of a player from there was counted. */
  async function countedFor(address: string, command: object, action: CountedAction) {
    const userId = `ann-${randomUUID()}`;
    const socket = await RawSocket.open(gateway.wsUrl, { headers: from(address) });
    socket.hello({ gameId: GAME, token: await gateway.token(userId) });
    await socket.until(() => socket.of('snapshot').length === 1);
    socket.send({ type: 'command', id: `join-${userId}`, command });
    await socket.until(() => socket.of('answer').length === 1);
    socket.close();
    return checked.find((each) => each.userId === userId && each.action === action)?.showId ?? null;
  }
  const join = (address: string) => countedFor(address, { type: 'joinGame', name: 'Ann' }, 'take_seat');
  const chooseTeam = (address: string) => countedFor(address, { type: 'joinTeam', team: 1 }, 'join_game');
  const isRaised = () => eventually(async () => expect(await join(VENUE)).toBe(SHOW));

  it('raises joins and seats from its addresses in games of the event, and from no other address', async () => {
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    await isRaised();
    expect(await join(HOME)).toBeNull();
    const joins = (address: string) =>
      counted.filter((each) => each.ceiling === 'joins' && each.address === address).map(({ showId }) => showId);
    await eventually(() => expect([joins(VENUE).at(-1), joins(HOME)]).toEqual([SHOW, [undefined]]));
  });

  it('raises choices of a team as well, which count as joins', async () => {
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    await isRaised();
    expect([await chooseTeam(VENUE), await chooseTeam(HOME)]).toEqual([SHOW, null]);
  });

  it.each([
    ['in a game of no event', undefined],
    ['in a game of another event', randomUUID() as ShowId],
  ])('raises nothing %s', async (_, showId) => {
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    showOfGame = showId;
    await eventually(async () => {
      await join(VENUE);
      expect(lookedUp).toBeGreaterThan(0);
    });
    expect(await join(VENUE)).toBeNull();
  });

  it('needs one look-up for many joins of a game, and none while no network is raised', async () => {
    for (let n = 0; n < 3; n += 1) expect(await join(VENUE)).toBeNull();
    expect(lookedUp).toBe(0);
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    await isRaised();
    for (let n = 0; n < 3; n += 1) expect(await join(VENUE)).toBe(SHOW);
    expect(lookedUp).toBe(1);
  });

  it('names the network of a game as the event of the game does, and no other event at the same place', async () => {
    const hours = { from: Date.now() - 1_000, until: Date.now() + 600_000 };
    const other = { ...event, showId: randomUUID() as ShowId, networks: ['8.8.0.0/16'], people: 20_000 };
    shows = [
      { ...other, ...hours },
      { ...event, ...hours },
    ];
    await isRaised();
    const heard: (PresenceMessage['networks'] | null)[] = [];
    const listening = gateway.bus.subscribe(presenceSubject(GAME), ({ data }) => {
      heard.push(PresenceMessage.parse(JSON.parse(Buffer.from(data).toString())).networks ?? null);
    });
    const socket = await RawSocket.open(gateway.wsUrl, { headers: from(VENUE) });
    socket.hello({ gameId: GAME, token: await gateway.token('ann') });
    await eventually(() => expect(heard).toContainEqual([['8.8.8.0/24', 1]]));
    expect(JSON.stringify(heard)).not.toContain('8.8.0.0');
    socket.close();
    listening.unsubscribe();
  });

  it('names the network of a game, and raises its joins, within seconds of its being placed in a room', async () => {
    showOfGame = undefined;
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    await eventually(async () => {
      await join(VENUE);
      expect(lookedUp).toBeGreaterThan(0);
    });
    expect(await join(VENUE)).toBeNull();
    showOfGame = SHOW;
    await isRaised();
    const heard: PresenceMessage[] = [];
    const listening = gateway.bus.subscribe(presenceSubject(GAME), ({ data }) => {
      heard.push(PresenceMessage.parse(JSON.parse(Buffer.from(data).toString())));
    });
    const socket = await RawSocket.open(gateway.wsUrl, { headers: from(VENUE) });
    socket.hello({ gameId: GAME, token: await gateway.token('cem') });
    await eventually(() => expect(heard.at(-1)).toMatchObject({ networks: [['8.8.8.0/24', 1]] }));
    socket.close();
    listening.unsubscribe();
  });

  it.each([
    ['no event', undefined],
    ['another event', randomUUID() as ShowId],
  ])('names no network in a game of %s', async (_, showId) => {
    showOfGame = showId;
    shows = [{ ...event, from: Date.now() - 1_000, until: Date.now() + 600_000 }];
    await eventually(async () => {
      await join(VENUE);
      expect(lookedUp).toBeGreaterThan(0);
    });
    const heard: string[] = [];
    const listening = gateway.bus.subscribe(presenceSubject(GAME), ({ data }) => {
      heard.push(Buffer.from(data).toString());
    });
    const socket = await RawSocket.open(gateway.wsUrl, { headers: from(VENUE) });
    socket.hello({ gameId: GAME, token: await gateway.token('ben') });
    await eventually(() => expect(heard.at(-1)).toContain('"ben"'));
    expect(heard.join()).not.toContain('8.8.8');
    socket.close();
    listening.unsubscribe();
  });

  it('raises nothing before its hours, nor after them', async () => {
    shows = [
      { ...event, from: Date.now() + 600_000, until: Date.now() + 1_200_000 },
      { ...event, networks: ['8.8.4.4'], from: Date.now() - 1_000, until: Date.now() + 600_000 },
    ];
    await eventually(async () => expect(await join('8.8.4.4')).toBe(SHOW));
    expect(await join(VENUE)).toBeNull();
  });

  it('names the address that a trusted proxy saw, and none of this machine', async () => {
    expect(await own(VENUE)).toEqual({ network: VENUE });
    expect(await own('2600:1:2:3:4:5:6:7')).toEqual({ network: '2600:1:2:3::/64' });
    expect(await own('127.0.0.1')).toEqual({ network: null });
    // What a browser wrote itself comes first.
    expect(await own(`${VENUE}, ${HOME}`)).toEqual({ network: HOME });
    expect((await request(gateway, '/api/own-network', { headers: from(VENUE) })).status).toBe(401);
  });

  it('ignores the header of a proxy that is not trusted', async () => {
    await gateway.close();
    await open({});
    expect(await own(VENUE)).toEqual({ network: null });
  });
});
