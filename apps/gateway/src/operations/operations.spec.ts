import {
  checkLimit,
  findByCode,
  type GameId,
  type LiveGame,
  liveGames,
  type OperationsFrame,
  PROTOCOL_VERSION,
  RefusedError,
  revocations,
} from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { request } from '../testing/request.js';
import { revocationPage } from '../testing/revocation-page.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const game = (i: number, over: Partial<LiveGame> = {}): LiveGame => ({
  gameId: `game-${i}` as LiveGame['gameId'],
  gameCode: 'ABCDEF',
  status: 'playing',
  moderatorName: 'Mo',
  moderatorLeft: false,
  players: 3,
  createdAt: 1,
  lastAction: 'playerBuzzed',
  lastAt: 2,
  ...over,
});

describe('live operations', () => {
  let gateway: RunningGateway;
  let games: LiveGame[];
  let changed: LiveGame[];
  let away: boolean;
  let calls: number;
  let late: Promise<void> | null;

  beforeEach(async () => {
    gateway = await runGateway({}, { overrides: { operationsEveryMs: 100, revocationsEveryMs: 100 } });
    games = [game(1), game(2)];
    changed = [];
    away = false;
    calls = 0;
    late = null;
    gateway.bus.serve(liveGames, async ({ after }) => {
      calls++;
      if (late !== null) await late;
      if (away) throw new RefusedError('unavailable');
      return { cursor: '7', games: after === '0' ? games : changed.splice(0) };
    });
  });
  afterEach(() => gateway.close());

  async function open(as: string, roles: string[]): Promise<RawSocket> {
    const socket = await RawSocket.open(gateway.wsUrl);
    const token = await gateway.token(as, { roles });
    socket.send({ type: 'hello', topic: 'operations', protocol: PROTOCOL_VERSION, token });
    return socket;
  }
  async function watch(): Promise<RawSocket> {
    const socket = await open('ada', ['registered', 'admin']);
    await socket.until(() => socket.of('operations').length > 0);
    return socket;
  }
  const next = async (socket: RawSocket, fits: (frame: OperationsFrame) => boolean): Promise<OperationsFrame> => {
    const from = socket.of('operations').length;
    await socket.until(() => socket.of('operations').slice(from).some(fits));
    return socket.of('operations').slice(from).find(fits) as OperationsFrame;
  };

  it('reject everyone but administrators', async () => {
    const socket = await open('eve', ['registered']);
    expect(await socket.closed()).toBe(4006);
    expect(socket.of('operations')).toEqual([]);
  });

  it('begin with all open games and then send changes', async () => {
    const socket = await watch();
    expect(socket.of('operations')[0]).toMatchObject({ whole: true, games, gamesKnown: true });
    changed = [game(2, { status: 'completed' })];
    expect(await next(socket, (frame) => frame.games.length > 0)).toMatchObject({
      whole: false,
      games: [{ gameId: 'game-2', status: 'completed' }],
    });
    const second = await watch();
    expect(second.of('operations')[0]).toMatchObject({ whole: true, games: [games[0]] });
    second.close();
    socket.close();
  });

  it('show the state of every service that has answered', async () => {
    const socket = await watch();
    const { services, sockets } = await next(socket, (frame) => frame.sockets > 0);
    expect(sockets).toBe(1);
    expect(services.find(({ service }) => service === 'gateway')).toMatchObject({ heardAgoMs: expect.any(Number) });
    socket.close();
  });

  it('report unknown games while telemetry is unreachable, and all of them afterwards', async () => {
    away = true;
    const socket = await watch();
    expect(socket.of('operations')[0]).toMatchObject({ gamesKnown: false, games: [] });
    away = false;
    expect(await next(socket, (frame) => frame.gamesKnown)).toMatchObject({ whole: true, games });
    socket.close();
  });

  it('begin with all open games again when a reply comes after the last admin has left', async () => {
    const first = await watch();
    const reply = Promise.withResolvers<void>();
    late = reply.promise;
    changed = [game(2, { players: 4 })];
    const asked = calls;
    await eventually(() => expect(calls).toBeGreaterThan(asked));
    first.close();
    await first.closed();
    await eventually(async () => expect(await gateway.metrics()).toMatch(/^gateway_sockets(\{.*\})? 0$/m));
    late = null;
    const second = await open('ada', ['registered', 'admin']);
    reply.resolve();
    const whole = await next(second, (frame) => frame.whole && frame.gamesKnown);
    expect(whole.games).toHaveLength(2);
    second.close();
  });

  it('count connected players, joins, wrong codes and refusals by limit', async () => {
    gateway.bus.serve(findByCode, () => {
      throw new RefusedError('game-not-found');
    });
    gateway.bus.serve(checkLimit, ({ action }) => ({
      allowed: action !== 'create_game',
      remaining: 0,
      resetTime: 1_000,
    }));
    const owner = new ScriptedOwner(gateway.bus, 'game-of-mo' as GameId, 'mo');
    const join = async (as: string, role: 'player' | 'moderator') =>
      RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token: await gateway.token(as), as: role });
    const ann = await join('ann', 'player');
    const sockets = [ann, await join('ann', 'player'), await join('bob', 'player'), await join('mo', 'moderator')];
    ann.send({ type: 'command', id: 'command-1', command: { type: 'joinGame', name: 'Ann' } });
    await ann.until(() => ann.of('answer').length === 1);
    for (const code of ['ZZZZZZ', 'YYYYYY']) await request(gateway, `/api/games/by-code/${code}`);
    const reset = { body: { gameId: 'global', action: 'create_game' }, as: 'ann' };
    expect((await request(gateway, '/api/checkGameActionLimit', reset)).status).toBe(429);
    const socket = await watch();
    const frame = await next(socket, ({ wrongCodes }) => wrongCodes === 2);
    expect(frame).toMatchObject({ players: 2, joins: 1, refusals: { 'limit-create': 1 }, sockets: 5, down: [] });
    for (const each of [...sockets, socket]) each.close();
  });

  it('continue without the bus, shown as down, with this gateway as the only service', async () => {
    const socket = await watch();
    await next(socket, ({ gamesKnown }) => gamesKnown);
    gateway.faults.gateway.cut();
    const frame = await next(socket, ({ down }) => down?.includes('bus') ?? false);
    expect(frame).toMatchObject({ gamesKnown: false });
    gateway.faults.gateway.restore();
    await next(socket, ({ down, gamesKnown }) => down?.length === 0 && gamesKnown);
    socket.close();
  });

  it('end with the token', async () => {
    const socket = await RawSocket.open(gateway.wsUrl);
    const token = await gateway.token('ada', { roles: ['admin'], expiresInS: 1 });
    socket.send({ type: 'hello', topic: 'operations', protocol: PROTOCOL_VERSION, token });
    expect(await socket.closed()).toBe(4011);
  });

  it('cost nothing without subscribers', async () => {
    const socket = await watch();
    socket.close();
    await socket.closed();
    await eventually(async () => expect(await gateway.metrics()).toMatch(/^gateway_sockets(\{.*\})? 0$/m));
    const before = calls;
    // As often as this is requested, the games would be, too.
    let others = 0;
    gateway.bus.serve(revocations, () => {
      others++;
      return revocationPage([]);
    });
    await eventually(() => expect(others).toBe(5));
    expect(calls).toBe(before);
  });
});
