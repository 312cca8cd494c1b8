import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type GameClient, newId } from '@earworm/client';
import { placeBaseBackup, takeBaseBackup } from '@earworm/postgres-server/base-backup';
import { CategoryId, type Command, QuestionId, type UserId } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { Services } from '../harness/services.js';
import { readLog } from '../faults/logged.js';
import { leanClients } from '../load/lean-clients.js';
import { type Guest, signInGuest } from '../load/guests.js';
import { describeWithNats } from './support/describe-with-nats.js';

describeWithNats('a backup that is restored while a game runs (docs/runbooks/restore.md)', (nats) => {
  let services: Services;
  const clients: GameClient[] = [];
  const questionId = QuestionId.parse(newId());
  const categoryId = CategoryId.parse(newId());
  const question = { questionId, youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', answer: 'A song', points: 100 };

  beforeAll(async () => {
    services = await Services.start({ nats });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await services?.close();
  });

  /** Whose commands are kept by id once they are acknowledged. */
  async function play(guest: Guest, gameId: string, as: 'moderator' | 'player', acknowledged: () => string[]) {
    const client = leanClients()({ gameId, as, guest });
    clients.push(client);
    await eventually(() => expect(client.state.connection).toBe('online'));
    const give = async (command: Command) => {
      const answer = await client.send(command);
      expect(answer).toMatchObject({ ok: true });
      acknowledged().push(answer.id);
    };
    return { client, give };
  }

  it('contains every command acknowledged before the backup, and clients resync and go on without a reload', async () => {
    const [before, after]: [string[], string[]] = [[], []];
    let current = before;
    const [host, ann, bob] = await Promise.all([1, 2, 3].map(() => signInGuest(services.urls[0] ?? '')));
    const { gameId } = await host!.http.call('createGame', {
      body: {
        requestId: newId(),
        moderatorName: 'Moderator',
        quiz: 'empty',
        categories: [{ categoryId, name: 'Songs', questions: [question] }],
      },
    });
    const desk = await play(host!, gameId, 'moderator', () => current);
    const phones = await Promise.all([ann!, bob!].map((guest) => play(guest, gameId, 'player', () => current)));
    await phones[0]!.give({ type: 'joinGame', name: 'Ann' });
    await phones[1]!.give({ type: 'joinGame', name: 'Bob' });
    await desk.give({ type: 'startGame' });
    await desk.give({ type: 'selectQuestion', categoryId, questionId });
    await phones[0]!.give({ type: 'buzz', questionId });

    const { database, folder } = services;
    const backup = join(folder, 'backup');
    await mkdir(backup);
    const { folders, files } = await withClient(database.adminUrl, (client) =>
      takeBaseBackup(folder, backup, async (sql) => (await client.query(sql)).rows),
    );

    current = after;
    await phones[1]!.give({ type: 'buzz', questionId });
    await desk.give({ type: 'judgeAnswer', questionId, playerId: ann!.userId as UserId, correct: true });
    const states = () => clients.map(({ state }) => state);
    const replaced = desk.client.state.logId;
    await eventually(() => expect(new Set(states().map(({ version }) => version)).size).toBe(1));
    const lostVersion = desk.client.state.version;

    await Promise.all([...services.games, ...services.others].map((child) => child.stop()));
    await database.stop();
    await rm(join(folder, 'postgres'), { recursive: true });
    await placeBaseBackup(backup, folder, { folders, files: files.map(({ path }) => path) });
    await database.start();
    await withClient(database.adminUrl, (client) => client.query('select game.renew_log_ids()'));
    await Promise.all([...services.others, ...services.games].map((child) => child.start()));

    await eventually(() => {
      expect(states().map(({ connection }) => connection)).toEqual(['online', 'online', 'online']);
      for (const { logId } of states()) expect(logId).not.toBe(replaced);
      expect(new Set(states().map(({ logId }) => logId)).size).toBe(1);
    });
    for (const { view, version } of states()) {
      expect(view?.current?.queue.map(({ playerId }) => playerId)).toEqual([ann!.userId]);
      expect(version).toBeLessThanOrEqual(lostVersion);
    }
    const logged = async () => {
      const [game] = await readLog(database.adminUrl, [gameId]);
      return new Set(game?.rows.map(({ commandId }) => commandId));
    };
    const restored = await logged();
    expect(before.filter((id) => !restored.has(id))).toEqual([]);
    expect(after.filter((id) => restored.has(id))).toEqual([]);

    await desk.give({ type: 'judgeAnswer', questionId, playerId: ann!.userId as UserId, correct: true });
    await eventually(() => expect(phones[0]!.client.state.seat?.score).toBe(100));
    expect(await logged()).toContain(after.at(-1));
  });
});
