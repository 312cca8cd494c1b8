import { randomUUID } from 'node:crypto';
import { eraseAgain, type GameId, type RouteInput, type RouteName, type RouteReply } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { describeWith, dumpTables, eventually, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { anyAddress, outcomeOf, reply, send } from './testing/http.js';
import { ADMIN, type RunningProduct, runProduct } from './testing/running-product.js';
import { CATEGORIES } from './testing/scene.js';

/** Against what hangs. */
const ERASED_WITHIN_MS = 90_000;
const GAMES = 5;

interface Played {
  readonly gameId: GameId;
  readonly token: string;
  readonly names: readonly string[];
}

describeWith('postgres', 'erasing games in the whole product', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct({ gameOverrides: { eraseFirstMs: 1_000, eraseEveryMs: 2_000 } });
  });
  afterAll(() => product?.close());

  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(product.url, name, input, token);
  const newGuest = async () => (await call('guest', { body: {} })).access_token;

  /** Under names that are nowhere else. */
  async function play(n: number): Promise<Played> {
    const names = [`Zelma Quorndon ${n}`, `Ignaz Wollpert ${n}`];
    const [token, player] = [await newGuest(), await newGuest()];
    const body = { requestId: randomUUID(), moderatorName: names[0]!, categories: CATEGORIES };
    const { gameId } = await call('createGame', { body }, token);
    const socket = await RawSocket.open(product.socketUrl, { headers: anyAddress() });
    socket.hello({ gameId, token: player });
    await socket.until(() => socket.of('snapshot').length > 0);
    socket.send({ type: 'command', id: randomUUID(), command: { type: 'joinGame', name: names[1]! } });
    await socket.until(() => socket.of('answer').some(({ ok }) => ok));
    socket.close();
    // The history follows the log of games.
    await eventually(() => call('gameResult', { params: { gameId } }, player));
    return { gameId: gameId as GameId, token: player, names };
  }

  it(
    'leaves no name of them in any table, the others as they were, and a count for administrators',
    async () => {
      const games: Played[] = [];
      for (let n = 0; n < GAMES; n++) games.push(await play(n));
      const kept = await play(GAMES);
      const resultOf = () => call('gameResult', { params: { gameId: kept.gameId } }, kept.token);
      const rowsWith = async (...texts: string[]) => linesWith(await dumpTables(product.databaseUrl), ...texts);
      const result = await resultOf();
      for (const name of [...games, kept].flatMap(({ names }) => names)) expect(await rowsWith(name)).not.toEqual([]);

      await product.bus.call(eraseAgain, { gameIds: games.map(({ gameId }) => gameId) });
      const { access_token: admin } = await call('signIn', { body: ADMIN });
      await eventually(async () => {
        const { waiting, days } = await call('listErasures', {}, admin);
        expect([waiting.games, days]).toMatchObject([0, [{ cause: 'restore', games: GAMES }]]);
      }, ERASED_WITHIN_MS);

      expect(await rowsWith(...games.flatMap(({ names }) => names))).toEqual([]);
      for (const name of kept.names) expect(await rowsWith(name)).not.toEqual([]);
      expect(await resultOf()).toEqual(result);
      for (const { gameId, token } of games)
        expect(await outcomeOf(await send(product.url, 'gameResult', { params: { gameId } }, token))).toBe('not-found');
    },
    2 * ERASED_WITHIN_MS,
  );
});
