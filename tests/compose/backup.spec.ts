import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttp, type GameClient, newId } from '@earworm/client';
import { CategoryId, type Command, QuestionId, type UserId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { uploadClip } from '../e2e/support/clips.js';
import { tone } from '../e2e/support/tone.js';
import { type Guest, guestWith, signInGuest } from '../load/guests.js';
import { leanClients } from '../load/lean-clients.js';
import { describeWithProduct } from './support/describe-with-product.js';
import { acceptedPasswords, keptPasswords } from './support/passwords.js';
import { compose, productUrl, upProduct } from './support/product.js';

const ACCOUNT = { email: 'ada@backup.example', password: 'a-long-password' };
const categoryId = CategoryId.parse(newId());
const questionId = QuestionId.parse(newId());
/** Keycloak starts meanwhile. */
const RECONNECTED_WITHIN_MS = 60_000;

describeWithProduct('docker/compose.yaml with data', () => {
  const clients: GameClient[] = [];
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-compose-backup-'));
    process.env['EARWORM_BACKUPS'] = folder;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    delete process.env['EARWORM_BACKUPS'];
    await rm(folder, { recursive: true, force: true });
  });

  async function enter(guest: Guest, gameId: string, as: 'moderator' | 'player') {
    const client = leanClients()({ gameId, as, guest });
    clients.push(client);
    await eventually(() => expect(client.state.connection).toBe('online'));
    const give = async (command: Command) => expect(await client.send(command)).toMatchObject({ ok: true });
    return { client, give };
  }

  /** The account is known to Keycloak, and its clip is in MinIO. */
  async function expectDataOf(account: typeof ACCOUNT, { clipId, audio }: { clipId: string; audio: Buffer }) {
    const url = productUrl();
    const { access_token: token } = await createHttp({ baseUrl: url }).call('signIn', { body: account });
    const { url: address } = await guestWith(url, token, {}).http.call('clipAddress', { params: { clipId } });
    const played = await fetch(new URL(address, url));
    expect(Buffer.from(await played.arrayBuffer()).equals(audio)).toBe(true);
  }

  it('continues a game after an upgrade, the restore of its backup, and a stop with new passwords for all servers', async () => {
    const url = productUrl();
    const [host, phone] = [await signInGuest(url), await signInGuest(url)];
    const signedUp = await createHttp({ baseUrl: url }).call('signUp', { body: { displayName: 'Ada', ...ACCOUNT } });
    const audio = tone(1);
    const clipId = await uploadClip(guestWith(url, signedUp.access_token, {}), audio);
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
    await player.give({ type: 'joinGame', name: 'Bob' });
    await desk.give({ type: 'startGame' });
    // As a release does, this changes the containers of the services.
    await upProduct({ LOG_LEVEL: 'warn' });
    await eventually(() => expect(desk.client.state.connection).toBe('online'), RECONNECTED_WITHIN_MS);
    await desk.give({ type: 'selectQuestion', categoryId, questionId });
    await eventually(() => expect(player.client.state.connection).toBe('online'), RECONNECTED_WITHIN_MS);
    await player.give({ type: 'buzz', questionId });

    let isDone = false;
    const taking = compose('run', '--rm', 'backup').finally(() => (isDone = true));
    let commands = 0;
    for (; !isDone; commands++) await desk.give({ type: 'lockJoining', locked: commands % 2 === 0 });
    expect(await taking).toMatch(/is complete: accounts, games and templates, [1-9]\d* uploaded files/);
    expect(commands).toBeGreaterThan(1);
    const [name] = await readdir(folder);
    const refused = compose('run', '--rm', 'restore', name!).catch((error: Error) => error.message);
    expect(await refused).toMatch(
      /The database earworm is in use \(by feedback, game, .+\): stop the services first\./,
    );

    await compose('down', '--volumes', '--timeout', '5');
    expect(await compose('run', '--rm', 'restore', name!)).toMatch(
      /^The servers have the data of .+: start the services\./,
    );
    await upProduct();

    await expectDataOf(ACCOUNT, { clipId, audio });
    // The pages that were open, with their tokens of before.
    await eventually(() => expect(desk.client.state.connection).toBe('online'), RECONNECTED_WITHIN_MS);
    await desk.give({ type: 'judgeAnswer', questionId, playerId: phone.userId as UserId, correct: true });
    await eventually(() => expect(player.client.state.seat?.score).toBe(100), RECONNECTED_WITHIN_MS);

    const former = await keptPasswords();
    const names = Object.keys(former);
    expect(await compose('run', '--rm', 'secrets', 'node', '/secrets.mjs', 'rotate')).toMatch(
      /^New passwords: admin, /,
    );
    expect(await acceptedPasswords(former)).toEqual(names);
    await compose('down', '--timeout', '5');
    await upProduct();
    expect(await acceptedPasswords(former)).toEqual([]);
    expect(await acceptedPasswords(await keptPasswords())).toEqual(names);
    await expectDataOf(ACCOUNT, { clipId, audio });
    await eventually(() => expect(desk.client.state.connection).toBe('online'), RECONNECTED_WITHIN_MS);
    await desk.give({ type: 'lockJoining', locked: true });
    await eventually(() => expect(player.client.state.connection).toBe('online'), RECONNECTED_WITHIN_MS);
    expect(player.client.state.seat?.score).toBe(100);
  }, 500_000);
});
