import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { type Figures, readAnswers, readFigures } from './testing/recorded/answers.js';
import { copyOfData, type Recording, readRecording } from './testing/recorded/fixture.js';
import { numbered } from './testing/recorded/numbered.js';
import { recordGame } from './testing/recorded/record.js';
import { type RunningProduct, runProduct } from './testing/running-product.js';
import { resigned } from './testing/scene.js';
import { ENV, type World } from './testing/recorded/world.js';

const FOLDER = join(import.meta.dirname, 'testing/recorded/before-restructure');

interface QueueEntry {
  readonly heardMs?: unknown;
  readonly version?: unknown;
}

/** Members that objects have got since then. */
const ADDED: ReadonlySet<string> = new Set(['scoreChanges', 'changes', 'awards', 'signature', 'unplayed']);

const isScoreChange = (member: unknown): member is { readonly type: string; readonly name?: unknown } =>
  typeof member === 'object' && member !== null && 'type' in member && member.type === 'scoreChanged';

const isJoinInfo = (member: unknown): member is { readonly rejoin: boolean; readonly joiningLocked?: boolean } =>
  typeof member === 'object' && member !== null && 'rejoin' in member && 'joiningLocked' in member;

/** As that release sent it: without what has been added since. */
const withoutAdditions = (sent: unknown): unknown =>
  JSON.parse(
    JSON.stringify(sent, (name, member: unknown) => {
      if (ADDED.has(name)) return undefined;
      if (name === 'queue') return (member as QueueEntry[]).map(({ heardMs: _, version: _version, ...entry }) => entry);
      if (isScoreChange(member)) {
        const { name: _, ...before } = member;
        return before;
      }
      if (isJoinInfo(member)) {
        const { joiningLocked: _, ...before } = member;
        return before;
      }
      return member;
    }),
  );

const analyticsIn = (answers: unknown) => (answers as Readonly<Record<'analytics admin', Figures>>)['analytics admin'];

/** Since then the seats of an ended game keep their places in it, as it may be reopened. */
function seatsThatMayGoOn(answers: unknown): object {
  const places = { 'snapshot ada ended': 1, 'snapshot guest ended': 2 };
  const before = answers as Readonly<Record<string, { readonly seat: object }>>;
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [
      name,
      { ...before[name], seat: { ...before[name]?.seat, beforeVerdict: { place, out: false } } },
    ]),
  );
}

describeWith('postgres', 'compatibility with a recorded release', () => {
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
      env: { ...ENV, GAME_KEEP_DAYS: '3660', TELEMETRY_KEEP_DAYS: '3660' },
      telemetryOverrides: { openDays: 3_660 },
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

  it('answers as that release did: every game in its state, templates, clips, accounts, feedback, history, figures', async () => {
    // The figures of games are counted again from the log, several games at once. Nothing else is read until then: it would
    // load games, which log more.
    await eventually(async () => {
      const { body } = await readFigures(product, recording.world, tokens);
      expect(body.days).toEqual(analyticsIn(recording.answers).body.days);
    });
    const answers = await readAnswers(product, recording.world, tokens);
    const { countedUntil } = analyticsIn(answers).body;
    const analytics = analyticsIn(recording.answers);
    expect(countedUntil).toBeLessThanOrEqual(analytics.body.countedUntil);
    expect(withoutAdditions(answers)).toEqual({
      ...(recording.answers as object),
      ...seatsThatMayGoOn(recording.answers),
      'analytics admin': { ...analytics, body: { ...analytics.body, countedUntil } },
    });
  });

  it('shows a whole game to the moderator, players, a stage and an observer in the frames of that release', async () => {
    const received = numbered(await recordGame(product, tokens));
    expect(withoutAdditions(received)).toEqual(recording.heard);
  });
});
