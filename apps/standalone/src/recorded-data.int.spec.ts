import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '@earworm/service-kit/testing';
import { readAnswers } from './testing/recorded/answers.js';
import { copyOfData, type Recording, readRecording } from './testing/recorded/fixture.js';
import { numbered } from './testing/recorded/numbered.js';
import { recordGame } from './testing/recorded/record.js';
import { type RunningProduct, runProduct } from './testing/running-product.js';
import { resigned } from './testing/scene.js';
import { ENV, type World } from './testing/recorded/world.js';

const FOLDER = join(import.meta.dirname, 'testing/recorded/before-restructure');

interface QueueEntry {
  readonly heardMs?: unknown;
}

/** As that release sent it: since then the entries of a queue have got `heardMs`. */
const withoutAdditions = (sent: unknown): unknown =>
  JSON.parse(
    JSON.stringify(sent, (name, member: unknown) =>
      name === 'queue' ? (member as QueueEntry[]).map(({ heardMs: _, ...entry }) => entry) : member,
    ),
  );

describeWith('postgres', 'the data and the frames of a release that was recorded', () => {
  let recording: Recording;
  let product: RunningProduct;
  let tokens: World['tokens'];
  let data: Awaited<ReturnType<typeof copyOfData>>;

  beforeAll(async () => {
    recording = await readRecording(FOLDER);
    data = await copyOfData(FOLDER);
    product = await runProduct({
      dataDir: data.dataDir,
      // However long ago it was recorded.
      env: { ...ENV, TELEMETRY_KEEP_DAYS: '3660', TELEMETRY_OPEN_DAYS: '3660' },
    });
    const iat = Math.floor(Date.now() / 1000);
    const signed = Object.entries(recording.world.tokens).map(
      async ([who, token]) => [who, await resigned(product, token, { iat, exp: iat + 600 })] as const,
    );
    tokens = Object.fromEntries(await Promise.all(signed)) as unknown as World['tokens'];
  });
  afterAll(async () => {
    await product?.close();
    await data?.remove();
  });

  it('are answered as that release answered: every game in its state, templates, clips, accounts, feedback, history, figures', async () => {
    const answers = await readAnswers(product, recording.world, tokens);
    expect(withoutAdditions(answers)).toEqual(recording.answers);
  });

  it('show a whole game to the moderator, players, a stage and an observer in the frames of that release', async () => {
    const received = numbered(await recordGame(product, tokens));
    expect(withoutAdditions(received)).toEqual(recording.heard);
  });
});
