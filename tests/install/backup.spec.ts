import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttp, type GameClient, newId } from '@earworm/client';
import { withDatabaseOf } from '@earworm/postgres-server/base-backup';
import { CategoryId, type Command, QuestionId, type UserId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { uploadClip } from '../e2e/support/clips.js';
import { tone } from '../e2e/support/tone.js';
import { readLog } from '../faults/logged.js';
import { copyPreparedData, FIRST_ADMIN } from '../harness/prepared-data.js';
import { launchByCommand, type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { type Guest, guestWith, signInGuest } from '../load/guests.js';
import { leanClients } from '../load/lean-clients.js';

const ACCOUNT = { email: 'ada@backup.example', password: 'a-long-password' };
const categoryId = CategoryId.parse(newId());
const questionId = QuestionId.parse(newId());

let folder = '';
let product: Product | undefined;
const clients: GameClient[] = [];

beforeEach(async () => void (folder = await temporaryFolder('backup')));
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<string> {
  product = await startProduct({ dataDir, env: RAISED_LIMITS });
  return product.url;
}

async function backup(dataDir: string, ...args: string[]) {
  const command = launchByCommand({ command: 'backup', args, env: { DATA_DIR: dataDir } });
  return { code: await command.exited, output: command.output };
}

async function enter(guest: Guest, gameId: string, as: 'moderator' | 'player') {
  const client = leanClients()({ gameId, as, guest });
  clients.push(client);
  await eventually(() => expect(client.state.connection).toBe('online'));
  const give = async (command: Command): Promise<string> => {
    const answer = await client.send(command);
    expect(answer).toMatchObject({ ok: true });
    return answer.id;
  };
  return { client, give };
}

it('a backup that was taken while a game was played has everything, and the game goes on where it is restored', async () => {
  const [first, second, target] = ['first', 'second', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(first);
  await copyPreparedData(first);
  const url = await start(first);
  const [host, phone] = [await signInGuest(url), await signInGuest(url)];
  const signedUp = await createHttp({ baseUrl: url }).call('signUp', { body: { displayName: 'Ada', ...ACCOUNT } });
  const ada = guestWith(url, signedUp.access_token, {});
  const audio = tone(1);
  const clipId = await uploadClip(ada, audio);
  const { url: signedAddress } = await ada.http.call('clipAddress', { params: { clipId } });
  const templateId = randomUUID();
  const facts = { title: 'Tunes', description: '', language: null, tags: [] };
  await ada.http.call('createTemplate', { body: { templateId, facts } });
  const { gameId } = await host.http.call('createGame', {
    body: {
      requestId: newId(),
      moderatorName: 'Moderator',
      quiz: 'empty',
      categories: [{ categoryId, name: 'Songs', questions: [{ questionId, clipId, answer: 'A tune', points: 100 }] }],
    },
  });
  const desk = await enter(host, gameId, 'moderator');
  const player = await enter(phone, gameId, 'player');
  const before = [
    await player.give({ type: 'joinGame', name: 'Bob' }),
    await desk.give({ type: 'startGame' }),
    await desk.give({ type: 'selectQuestion', categoryId, questionId }),
    await player.give({ type: 'buzz', questionId }),
  ];

  let isDone = false;
  const taking = backup(first, target).finally(() => (isDone = true));
  let commands = 0;
  for (; !isDone; commands++) await desk.give({ type: 'lockJoining', locked: commands % 2 === 0 });
  expect(await taking).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is complete: accounts, games and templates, [1-9]\d* uploaded files/),
  });
  expect(commands).toBeGreaterThan(1);
  for (const client of clients.splice(0)) client.close();
  await product?.stop();

  expect(await backup(second, 'restore', target)).toMatchObject({ code: 0 });
  const restoredUrl = await start(second);
  const log = await withDatabaseOf(second, (databaseUrl) => readLog(databaseUrl, [gameId]));
  const restored = log[0]?.rows.map(({ commandId }) => commandId) ?? [];
  expect(before.filter((id) => !restored.includes(id))).toEqual([]);

  const anyone = createHttp({ baseUrl: restoredUrl });
  const { access_token: token } = await anyone.call('signIn', { body: ACCOUNT });
  await anyone.call('signIn', { body: FIRST_ADMIN });
  const again = guestWith(restoredUrl, token, {});
  const { templates } = await again.http.call('myTemplates', {});
  expect(templates.map((each) => each.templateId)).toEqual([templateId]);
  const { url: address } = await again.http.call('clipAddress', { params: { clipId } });
  // The earlier address too: the key that signed it is in the backup.
  for (const path of [address, signedAddress]) {
    const played = await fetch(new URL(path, restoredUrl));
    expect(Buffer.from(await played.arrayBuffer()).equals(audio)).toBe(true);
  }
  // With the tokens that were issued before.
  const [sameHost, samePhone] = await Promise.all(
    [host, phone].map(async (guest) => guestWith(restoredUrl, await guest.token(), guest.headers)),
  );
  const restoredDesk = await enter(sameHost!, gameId, 'moderator');
  const restoredPlayer = await enter(samePhone!, gameId, 'player');
  const playerId = phone.userId as UserId;
  await restoredDesk.give({ type: 'judgeAnswer', questionId, playerId, correct: true });
  await eventually(() => expect(restoredPlayer.client.state.seat?.score).toBe(100));
}, 180_000);
