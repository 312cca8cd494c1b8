import { randomUUID } from 'node:crypto';
import {
  changeFeedback,
  countFeedback,
  deleteFeedback,
  eraseInFeedback,
  erasePersonInFeedback,
  exportFeedback,
  type Feedback,
  FEEDBACK_LIMITS,
  FORMER_PERSON,
  listFeedback,
  moveInFeedback,
  readScreenshot,
  startScreenshotUpload,
} from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { INCOMING, SCREENSHOTS } from './screenshots/screenshots.js';
import { sweep } from './screenshots/sweep.js';
import { runFeedback, type RunningFeedback } from './testing/running-feedback.js';

const PICTURE = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ffb52e' } })
  .png()
  .toBuffer();

const keysIn = async ({ objects }: RunningFeedback, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of objects.list(prefix)) keys.push(key);
  return keys;
};
const all = async ({ bus }: RunningFeedback, wish = {}) => bus.call(listFeedback, { pageSize: 50, ...wish });
const entryOf = async (feedback: RunningFeedback, feedbackId: string) =>
  (await all(feedback)).rows.find((row: Feedback) => row.feedbackId === feedbackId);
/** So that the next one of this user is not too soon. */
const waitAMinute = ({ source }: RunningFeedback) =>
  source.query(`update cooldown set last_at = last_at - interval '61 seconds'`);

function behavesAsFeedback(run: () => Promise<RunningFeedback>): void {
  let feedback: RunningFeedback;
  beforeAll(async () => {
    feedback = await run();
  });
  afterAll(() => feedback?.close());

  it('stores every field, with the status new', async () => {
    const { feedbackId } = await feedback.submit('ann', { userEmail: 'ann@x.example', title: '  Louder \u0000' });
    expect(await entryOf(feedback, feedbackId)).toEqual({
      ...{ feedbackId, type: 'bug', title: 'Louder', description: 'It stays down.', screenshotURL: null },
      ...{ userId: 'ann', userEmail: 'ann@x.example', status: 'new', gameVersion: '1.2.3', replyNote: '' },
      ...{ createdAt: expect.any(Number), handledAt: null, handledBy: null, context: null },
    });
  });

  it('stores game, page, device and build, and is found by the game code', async () => {
    const context = {
      ...{ gameId: GameId.parse('game-1'), gameCode: 'K7WQ4M', page: '/game/game-1', build: 'a1b2c3' },
      ...{ viewportWidth: 390, viewportHeight: 844, language: 'de', userAgent: 'Firefox \u0000on a phone' },
    };
    const { feedbackId } = await feedback.submit('noa', { context });
    expect((await all(feedback, { search: 'k7wq4m' })).rows).toMatchObject([
      { feedbackId, context: { ...context, userAgent: 'Firefox on a phone' } },
    ]);
  });

  it('loses screenshot, game and code when that game is erased, and nothing else', async () => {
    const written = async (user: string, gameId: GameId) => {
      const { uploadId } = await feedback.upload(user, PICTURE, 'erased.png');
      const context = {
        ...{ gameId, gameCode: 'K7WQ4M', page: '/', build: 'a1b2c3', userAgent: 'Firefox' },
        ...{ viewportWidth: 390, viewportHeight: 844, language: 'de' },
      };
      return (await feedback.submit(user, { uploadId, context })).feedbackId;
    };
    const [gone, kept] = [GameId.parse('game-erased'), GameId.parse('game-kept')];
    const [first, other] = [await written('eva', gone), await written('finn', kept)];
    const [before, stored] = [await entryOf(feedback, first), (await keysIn(feedback, SCREENSHOTS)).length];
    const untouched = await entryOf(feedback, other);
    for (let times = 0; times < 2; times++) await feedback.bus.call(eraseInFeedback, { gameIds: [gone] });
    const context = { ...before?.context, gameId: null, gameCode: null };
    expect(await entryOf(feedback, first)).toEqual({ ...before, screenshotURL: null, context });
    expect(await entryOf(feedback, other)).toEqual(untouched);
    expect(await keysIn(feedback, SCREENSHOTS)).toHaveLength(stored - 1);
  });

  it('keeps its text when its author is erased, without name, address and screenshot', async () => {
    const { uploadId } = await feedback.upload('zelma', PICTURE, 'zelma.png');
    const form = { uploadId, userEmail: 'zelma@x.example' };
    const { feedbackId } = await feedback.submit('zelma', form);
    await feedback.bus.call(changeFeedback, { feedbackId, status: 'resolved', handledBy: 'Zelma Quorndon' });
    const before = await entryOf(feedback, feedbackId);
    await feedback.upload('zelma', PICTURE, 'later.png');
    const [userId, pseudonym] = ['zelma', 'former-zelma'].map((id) => UserId.parse(id)) as [UserId, UserId];
    for (let times = 0; times < 2; times++)
      await feedback.bus.call(erasePersonInFeedback, { userId, pseudonym, name: 'Zelma Quorndon' });
    expect(await entryOf(feedback, feedbackId)).toEqual({
      ...before,
      ...{ userId: pseudonym, userEmail: null, screenshotURL: null, handledBy: FORMER_PERSON },
    });
    expect((await keysIn(feedback, SCREENSHOTS)).filter((key) => key.includes('-zelma-'))).toEqual([]);
    for (const table of ['cooldown', 'upload'])
      expect(await feedback.source.query(`select from ${table} where user_id = 'zelma'`)).toEqual([]);
  });

  it('needs a title and a description', async () => {
    for (const missing of [{ title: '' }, { title: ' \n' }, { description: '' }]) {
      await expect(feedback.submit('bea', missing)).rejects.toThrow('Please fill in all required fields');
    }
    await feedback.submit('bea');
  });

  it('accepts one submission per minute and user across replicas, and those of other users', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => feedback.submit('cat')));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason.message)] : []));
    expect(refused).toHaveLength(11);
    expect(new Set(refused)).toEqual(new Set(['You can only submit feedback once per minute. Please wait.']));
    await feedback.submit('dan');
    await waitAMinute(feedback);
    await feedback.submit('cat');
  });

  it('stores a retry once', async () => {
    const feedbackId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => feedback.submit('eve', { feedbackId })));
    expect(answers).toEqual([{ feedbackId }, { feedbackId }, { feedbackId }]);
    expect((await all(feedback, { search: 'eve' })).total).toBe(1);
  });

  it('refuses the id of another user’s feedback', async () => {
    const { feedbackId } = await feedback.submit('lea');
    await expect(feedback.submit('max', { feedbackId })).rejects.toMatchObject({ code: 'bad-request' });
    expect(await entryOf(feedback, feedbackId)).toMatchObject({ userId: 'lea' });
    await feedback.submit('max');
  });

  it('re-encodes the screenshot under its time and name, and removes the upload', async () => {
    const { uploadId, status } = await feedback.upload('fay', PICTURE);
    expect(status).toBe(204);
    const { feedbackId } = await feedback.submit('fay', { uploadId });
    const keys = await keysIn(feedback, SCREENSHOTS);
    expect(keys.filter((key) => /^feedback-screenshots\/\d{13}-My-Shot-1-[0-9a-f]{8}\.webp$/.test(key))).toHaveLength(
      1,
    );
    expect(await keysIn(feedback, 'incoming/')).toEqual([]);

    expect((await entryOf(feedback, feedbackId))?.screenshotURL).toBe(`/api/admin/feedback/${feedbackId}/screenshot`);
    const { url, expiresAt } = await feedback.bus.call(readScreenshot, { feedbackId });
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(300_000);
    const response = await fetch(new URL(url, feedback.origin));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(40);
  });

  it('refuses another user’s, a reused and a missing screenshot', async () => {
    const { uploadId } = await feedback.upload('gil', PICTURE);
    await expect(feedback.submit('hal', { uploadId })).rejects.toMatchObject({ code: 'screenshot-gone' });
    await feedback.submit('gil', { uploadId });
    await waitAMinute(feedback);
    await expect(feedback.submit('gil', { uploadId })).rejects.toMatchObject({ code: 'screenshot-gone' });
    await expect(feedback.submit('gil', { uploadId: randomUUID() })).rejects.toMatchObject({ code: 'screenshot-gone' });
  });

  it('refuses a PDF named .png, an SVG with a script and a truncated file, without starting the cooldown', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const bytes of [Buffer.from('%PDF-1.7 and so on'), Buffer.from(svg), PICTURE.subarray(0, 40)]) {
      const { uploadId, status } = await feedback.upload('ida', bytes, 'shot.png');
      expect(status).toBe(204);
      await expect(feedback.submit('ida', { uploadId })).rejects.toMatchObject({ code: 'screenshot-not-image' });
    }
    await feedback.submit('ida');
  });

  it('refuses to start an upload of 4 GB or of another type', async () => {
    const wish = { userId: 'joe', fileName: 'a.png', contentType: 'image/png', size: 4 * 1024 ** 3 };
    const begin = (change: object) => feedback.bus.call(startScreenshotUpload, { ...wish, ...change });
    await expect(begin({})).rejects.toThrow('The screenshot must be no larger than 5 MB.');
    await expect(begin({ size: 9, contentType: 'image/svg+xml' })).rejects.toMatchObject({
      code: 'screenshot-not-image',
    });
    await expect(begin({ size: 9, contentType: 'application/pdf' })).rejects.toMatchObject({
      code: 'screenshot-not-image',
    });
  });

  it('refuses an upload that outgrew its form in the object store', async () => {
    const { uploadId } = await feedback.upload('ned', PICTURE);
    await feedback.objects.put(INCOMING + uploadId, Buffer.alloc(FEEDBACK_LIMITS.screenshotBytes + 1), 'image/png');
    await expect(feedback.submit('ned', { uploadId })).rejects.toMatchObject({ code: 'screenshot-too-large' });
  });

  it('allows ten open uploads per user', async () => {
    const wish = { userId: 'kim', fileName: 'a.png', contentType: 'image/png', size: 9 };
    for (let i = 0; i < 10; i += 1) await feedback.bus.call(startScreenshotUpload, wish);
    await expect(feedback.bus.call(startScreenshotUpload, wish)).rejects.toMatchObject({ code: 'busy' });
  });

  it('finds feedback by text, type and status, sorted and in pages', async () => {
    for (const [at, title] of ['100% wrong', '100 right', 'a_b', 'axb'].entries()) {
      await feedback.submit(`finder-${at}`, { title, type: at < 2 ? 'feature' : 'general', description: 'needle' });
    }
    const titles = async (wish: object) =>
      (await all(feedback, { sort: 'title', direction: 'asc', ...wish })).rows.map((row: Feedback) => row.title);
    expect(await titles({ search: '100%' })).toEqual(['100% wrong']);
    expect(await titles({ search: 'A_B' })).toEqual(['a_b']);
    expect(await titles({ search: 'NEEDLE', type: 'feature' })).toEqual(['100 right', '100% wrong']);
    expect(await titles({ search: 'needle', pageSize: 2, page: 2 })).toHaveLength(2);
    const { total, byStatus } = await all(feedback, { search: 'needle', pageSize: 1, status: 'new' });
    expect([total, byStatus]).toEqual([4, { new: 4, 'in-progress': 0, resolved: 0, declined: 0 }]);
    expect(await titles({ search: `'; drop table feedback; --` })).toEqual([]);
  });

  it('counts all feedback of a guest, and no other, as that of the account they signed in to', async () => {
    const [guest, account, other] = [randomUUID(), randomUUID(), randomUUID()];
    const ofGuest = await feedback.submit(guest);
    await waitAMinute(feedback);
    const alsoOfGuest = await feedback.submit(guest);
    const ofOther = await feedback.submit(other);
    await feedback.bus.call(moveInFeedback, { from: guest, to: account });
    const owners = [ofGuest, alsoOfGuest, ofOther].map(({ feedbackId }) => entryOf(feedback, feedbackId));
    expect(await Promise.all(owners)).toMatchObject([{ userId: account }, { userId: account }, { userId: other }]);
  });

  it('changes status and reply note independently', async () => {
    const { feedbackId } = await feedback.submit('lea');
    const change = (wish: object) => feedback.bus.call(changeFeedback, { feedbackId, handledBy: 'Ada', ...wish });
    await change({ status: 'in-progress' });
    expect(await change({ replyNote: ' Thank you ' })).toMatchObject({
      ...{ status: 'in-progress', replyNote: 'Thank you', handledBy: 'Ada', handledAt: expect.any(Number) },
    });
    expect((await all(feedback, { status: 'in-progress' })).rows).toMatchObject([{ feedbackId }]);
  });

  it('deletes feedback with its screenshot, and reports later access as gone', async () => {
    const { uploadId } = await feedback.upload('mia', PICTURE, 'mia.png');
    const { feedbackId } = await feedback.submit('mia', { uploadId });
    await feedback.bus.call(deleteFeedback, { feedbackId });
    await feedback.bus.call(deleteFeedback, { feedbackId });
    expect((await keysIn(feedback, SCREENSHOTS)).filter((key) => key.includes('-mia-'))).toEqual([]);
    await expect(feedback.bus.call(readScreenshot, { feedbackId })).rejects.toMatchObject({ code: 'feedback-gone' });
    const change = { feedbackId, handledBy: 'Ada', status: 'resolved' as const };
    await expect(feedback.bus.call(changeFeedback, change)).rejects.toMatchObject({ code: 'feedback-gone' });
  });

  it('exports all feedback in pages despite new submissions', async () => {
    for (let i = 0; i < 60; i += 1) await feedback.submit(`many-${i}`, { title: `export ${i}` });
    const first = await feedback.bus.call(exportFeedback, { search: 'export' });
    await feedback.submit('late', { title: 'export late' });
    const second = await feedback.bus.call(exportFeedback, { search: 'export', after: first.next });
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.rows, ...second.rows].map((row) => row.feedbackId)).size).toBe(60);
  });

  it('counts feedback by type in a time span', async () => {
    const counted = async () =>
      (await feedback.bus.call(countFeedback, { from: Date.now() - 600_000, to: Date.now() + 1_000 })).byType;
    const before = await counted();
    for (const [index, type] of (['feature', 'feature', 'general'] as const).entries())
      await feedback.submit(`counted-${index}`, { type });
    expect(await counted()).toEqual({
      ...before,
      feature: (before.feature ?? 0) + 2,
      general: (before.general ?? 0) + 1,
    });
    expect((await feedback.bus.call(countFeedback, { from: 0, to: 1 })).byType).toEqual({
      bug: 0,
      feature: 0,
      general: 0,
    });
  });

  it('removes unsubmitted uploads and orphaned screenshots after an hour', async () => {
    await feedback.upload('nan', PICTURE);
    await feedback.objects.put(`${SCREENSHOTS}1-orphan.webp`, PICTURE, 'image/webp');
    const remaining = (await keysIn(feedback, SCREENSHOTS)).filter((key) => !key.includes('orphan'));
    expect(await sweep(feedback.source, feedback.objects)).toBe(0);
    const later = Date.now() + 3_700_000;
    expect(await sweep(feedback.source, feedback.objects, later)).toBeGreaterThanOrEqual(2);
    expect(await keysIn(feedback, 'incoming/')).toEqual([]);
    expect((await keysIn(feedback, SCREENSHOTS)).sort()).toEqual(remaining.sort());
    expect(await feedback.source.query('select 1 from upload')).toEqual([]);
  });
}

describeWith('postgres', 'Feedback with its screenshots in a folder', () => behavesAsFeedback(() => runFeedback()));

describeWith('postgres', 'Feedback with its screenshots in MinIO', () => {
  describeWith('minio', 'two replicas', (url) => {
    const { origin, username, password } = new URL(url);
    behavesAsFeedback(() =>
      runFeedback({
        ...{ MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: username, MINIO_SECRET_KEY: password },
        MINIO_BUCKET: `feedback-${process.pid}`,
      }),
    );
  });
});

describeWith('postgres', 'Feedback while MinIO is away', () => {
  let feedback: RunningFeedback;
  beforeAll(async () => {
    const keys = { MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' };
    feedback = await runFeedback({ MINIO_ENDPOINT: 'http://127.0.0.1:9', ...keys });
  });
  afterAll(() => feedback.close());

  it('accepts feedback without a screenshot, and refuses one with it without starting the cooldown', async () => {
    const wish = { userId: 'ann', fileName: 'a.png', contentType: 'image/png', size: 9 };
    const { uploadId } = await feedback.bus.call(startScreenshotUpload, wish);
    await expect(feedback.submit('ann', { uploadId })).rejects.toThrow(
      'Screenshots cannot be stored right now. Send your feedback without one, or try again later.',
    );
    const { feedbackId } = await feedback.submit('ann');
    expect(await entryOf(feedback, feedbackId)).toMatchObject({ status: 'new' });
    await feedback.bus.call(deleteFeedback, { feedbackId });
  });
});

describeWith('postgres', 'Feedback when as much is kept as may be', () => {
  it('refuses feedback until some is deleted', async () => {
    const feedback = await runFeedback({}, { replicas: 1, overrides: { kept: 1 } });
    const { feedbackId } = await feedback.submit('ann');
    await expect(feedback.submit('bob')).rejects.toMatchObject({ code: 'busy' });
    await feedback.bus.call(deleteFeedback, { feedbackId });
    await feedback.submit('bob');
    await feedback.close();
  });
});
