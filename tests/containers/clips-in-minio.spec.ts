import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import { type Product, startProduct } from '../harness/product.js';
import { dockerVersion } from '../harness/docker-run.js';
import { startContainer, type TestServer } from '../harness/test-servers.js';
import { uploadClip } from '../e2e/support/clips.js';
import { newGuest } from '../e2e/support/members.js';
import { waveOf } from '../e2e/support/song-wave.js';
import { testOn } from '../e2e/support/test.js';
import { tone } from '../e2e/support/tone.js';

const given = process.env['TEST_MINIO_URL'];
const canRun = given !== undefined || (await dockerVersion()) !== undefined;
if (!canRun) console.warn('not run: clips in MinIO need a Docker engine');

const START_WITHIN_MS = 120_000;
const SECONDS = 3;

/** Notes what a page sends to and gets from an origin, as `POST /clips-incoming 204`, without query. */
const noteTraffic = (page: Page, origin: string, into: string[]) =>
  page.on('response', (response) => {
    const { origin: at, pathname } = new URL(response.url());
    if (at === origin) into.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });

(canRun ? describe : describe.skip)('an uploaded clip where objects are kept in MinIO', () => {
  let minio: TestServer | undefined;
  let product: Product;
  let origin: string;
  const test = testOn(() => product);

  beforeAll(async () => {
    if (given === undefined) minio = await startContainer('minio');
    const url = new URL(given ?? minio!.url);
    origin = url.origin;
    const [user, password] = [url.username || 'minioadmin', url.password || 'minioadmin'];
    product = await startProduct({
      env: { MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: user, MINIO_SECRET_KEY: password },
    });
  }, START_WITHIN_MS);
  afterAll(async () => {
    await product?.stop();
    await minio?.stop();
  }, START_WITHIN_MS);

  /** Lets a person's browser reach MinIO, and records its requests. */
  const reachingMinio = (traffic: string[]) => ({
    hosts: [new URL(origin).hostname],
    prepare: ({ page }: { page: Page }) => Promise.resolve(noteTraffic(page, origin, traffic)),
  });

  test('travels from the browser straight to MinIO, and receives a refusal when it is no audio', async ({
    game,
    setup,
  }) => {
    const traffic: string[] = [];
    const moderator = await setup(await game({ board: { Hummed: [] }, started: false }), reachingMinio(traffic));
    const { person } = moderator;
    const choose = (name: string, buffer: Buffer) =>
      person.page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'audio/wav', buffer });
    await person.page.getByText('On the players’ phones', { exact: true }).click();
    await eventually(async () => expect(await person.page.getByLabel('On the players’ phones').isChecked()).toBe(true));
    await moderator.openQuestion('Hummed');
    await person.page.getByRole('textbox', { name: 'Answer' }).fill('Ode to Joy');
    await choose('holiday.wav', Buffer.from('<html>not a sound</html>'));
    await person.sees('This is not an audio file that browsers can play');
    await choose('Beethoven - Ode to Joy.wav', tone(SECONDS));
    await person.sees('This question plays the uploaded audio file.');
    await person.button('Save Question').click();
    await moderator.endQuestions();
    await eventually(() => expect(traffic).toEqual(['POST /earworm 204', 'POST /earworm 204']));
  });

  test('plays from MinIO at the desk and on every phone, but not on the stage, which shows its length', async ({
    game,
    desk,
    phone,
    stage: openStage,
  }) => {
    const moderatedBy = await newGuest(product.url);
    const clip = await uploadClip(moderatedBy, tone(SECONDS));
    const played = await game({
      moderatedBy,
      players: ['Ada'],
      board: { Hummed: [{ answer: 'Ode to Joy', clip }] },
      settings: { musicOn: 'players' },
    });
    const traffic = { desk: [] as string[], phone: [] as string[], stage: [] as string[] };
    const moderator = await desk(played, reachingMinio(traffic.desk));
    const player = await phone(played, 'Ada', reachingMinio(traffic.phone));
    const stage = await openStage(played, reachingMinio(traffic.stage));
    await moderator.pick('Hummed for 100');
    // A clip of three seconds may be over before it is looked for.
    for (const { page } of [moderator.person, player.person]) {
      await page.locator('[data-testid="media"]:is([data-status="playing"], [data-status="ended"])').waitFor();
    }
    for (const seen of [traffic.desk, traffic.phone]) {
      await eventually(() => expect(seen.at(-1)).toMatch(/^GET \/earworm\/clips\/up-[0-9a-f]{32} 20[06]$/));
    }
    await eventually(async () => expect(await waveOf(stage)).toBe(100));
    await player.person.sees('0:03 / 0:03');
    await eventually(async () => expect((await played.current()).songLengthMs).toBe(SECONDS * 1_000));
    expect(traffic.stage).toEqual([]);
  });
});
