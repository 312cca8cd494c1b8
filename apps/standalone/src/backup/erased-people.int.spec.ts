import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteInput, RouteName, RouteReply } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { withDatabaseOf } from '@earworm/postgres-server/base-backup';
import { dumpTables, eventually, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyAddress, outcomeOf, reply, send } from '../testing/http.js';
import { type RunningProduct, runProduct } from '../testing/running-product.js';
import { CATEGORIES, userIdIn } from '../testing/scene.js';
import { restoreBackup } from './restore-backup.js';
import { takeBackup } from './take-backup.js';

const WITHIN_MS = 60_000;
const NAMES = ['Zelma Quorndon', 'Ignaz Wollpert'] as const;
const LIST = 'identity.person_erasure ';
const password = 'a-long-password';

describe('restoring a backup from before people were erased', () => {
  let folder: string;
  let product: RunningProduct | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-erased-people-'));
    // Run as root, Postgres is another user, who has to get in.
    await chmod(folder, 0o755);
  });
  afterAll(async () => {
    await product?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(product!.url, name, input, token);
  const newGuest = async () => (await call('guest', { body: {} })).access_token;
  const newGame = async (token: string, moderatorName: string) => {
    const body = { requestId: randomUUID(), moderatorName, categories: CATEGORIES };
    return (await call('createGame', { body }, token)).gameId;
  };
  async function enter(gameId: string, token: string, name: string): Promise<void> {
    const socket = await RawSocket.open(product!.socketUrl, { headers: anyAddress() });
    socket.hello({ gameId, token });
    await socket.until(() => socket.of('snapshot').length > 0);
    socket.send({ type: 'command', id: randomUUID(), command: { type: 'joinGame', name } });
    await socket.until(() => socket.of('answer').some(({ ok }) => ok));
    socket.close();
  }

  it(
    'erases the people again within a minute of the restore, and no one else',
    async () => {
      const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')];
      // The list of people knows who it was until the last tokens have expired.
      const rowsWith = async (...texts: string[]) =>
        linesWith(await withDatabaseOf(dataDir, dumpTables), ...texts).filter((line) => !line.startsWith(LIST));
      await mkdir(dataDir);
      product = await runProduct({ dataDir, gameOverrides: { eraseFirstMs: 1_000, eraseEveryMs: 2_000 } });
      const email = `${randomUUID()}@erased.example`;
      const form = { email, password };
      const { access_token: zelma } = await call('signUp', { body: { displayName: NAMES[0], ...form } });
      const [ignaz, otto] = [await newGuest(), await newGuest()];
      const [gameId, ownGame] = [await newGame(otto, 'Otto'), await newGame(zelma, NAMES[0])];
      await enter(gameId, zelma, NAMES[0]);
      await enter(gameId, ignaz, NAMES[1]);
      await takeBackup({ dataDir, target: backup });
      const whenErased = () => eventually(async () => expect(await rowsWith(...NAMES, email)).toEqual([]), WITHIN_MS);
      for (const token of [zelma, ignaz])
        await call('eraseMe', { body: { userId: userIdIn(token), keepsTemplates: false } }, token);
      await whenErased();
      await product.close();

      await restoreBackup({ source: backup, dataDir, moveOldData: true });
      for (const text of [...NAMES, email]) expect(await rowsWith(text)).not.toEqual([]);
      product = await runProduct({ dataDir });
      await whenErased();
      expect(await outcomeOf(await send(product.url, 'signIn', { body: form }))).toBe('invalid-credential');
      const { standings } = await call('gameResult', { params: { gameId } }, otto);
      expect(standings.map(({ name }) => name)).toEqual(['Former player', 'Former player']);
      expect(await rowsWith('Otto')).not.toEqual([]);
      const gone = await send(product.url, 'gameResult', { params: { gameId: ownGame } }, otto);
      expect(await outcomeOf(gone)).toBe('not-found');
    },
    5 * WITHIN_MS,
  );
});
