import { once } from 'node:events';
import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listFeedback, readScreenshot, RefusedError, startScreenshotUpload } from '@earworm/contracts';
import { enormousPng, type RunningFeedback, runFeedback } from '@earworm/feedback/testing';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import {
  dockerVersion,
  type MortalServer,
  startMortal,
  startPostgres,
  type TestServer,
} from '../harness/test-servers.js';

const canRun = (await dockerVersion()) !== undefined;
if (!canRun) console.warn('not run: a MinIO that is killed needs a Docker engine');

const AWAY = 'Screenshots cannot be stored right now. Send your feedback without one, or try again later.';
/** Small to send, long to make anew: so long a submit has a middle. */
const PICTURE = enormousPng(3_000);
/** From the beginning of a submit until MinIO is told to die: before the picture is fetched, while it is made anew, while it is stored. */
const KILLED_AFTER_MS = [0, 60, 300, 900];
const HOUR_MS = 3_600_000;

(canRun ? describe : describe.skip)('feedback whose MinIO is killed', () => {
  let postgres: TestServer;
  let minio: MortalServer;
  let feedback: RunningFeedback;

  beforeAll(async () => {
    postgres = await startPostgres();
    process.env['TEST_POSTGRES_URL'] = postgres.url;
    minio = await startMortal('minio', await lastingPort());
    const { origin, username, password } = new URL(minio.url);
    const env = { MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: username, MINIO_SECRET_KEY: password };
    feedback = await runFeedback(env, 1);
    await isBack();
  }, 120_000);
  afterAll(async () => {
    await feedback?.close();
    delete process.env['TEST_POSTGRES_URL'];
    await minio?.stop();
    await postgres?.stop();
  }, 60_000);

  const isBack = () => eventually(() => feedback.objects.check(), 30_000);
  const entries = async () => (await feedback.bus.call(listFeedback, { pageSize: 50 })).rows;
  /** What an admin is shown in place of an entry's screenshot. */
  const shown = async (feedbackId: string) => {
    const { url } = await feedback.bus.call(readScreenshot, { feedbackId });
    const response = await fetch(url);
    return [response.status, response.headers.get('content-type'), (await response.arrayBuffer()).byteLength > 0];
  };
  const SHOWN = [200, 'image/webp', true];

  /** A browser that has sent half of its picture; the promise rejects when its line is cut. */
  async function halfSent(userId: string) {
    const wish = { userId, fileName: 'shot.png', contentType: 'image/png', size: PICTURE.length };
    const { uploadId, url, fields } = await feedback.bus.call(startScreenshotUpload, wish, { timeoutMs: 10_000 });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(PICTURE)]), 'shot.png');
    const whole = new Response(form);
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
    const body = Buffer.from(await whole.arrayBuffer());
    const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } });
    const ended = once(sending, 'response');
    sending.write(body.subarray(0, body.length - 40));
    await once(sending, 'socket');
    return { uploadId, ended };
  }

  it('in the middle of an upload says what to do, takes the rest without it, and keeps all that it had', async () => {
    const before = await feedback.upload('ann', PICTURE);
    const { feedbackId } = await feedback.submit('ann', { uploadId: before.uploadId });
    expect(await shown(feedbackId)).toEqual(SHOWN);
    const { uploadId, ended } = await halfSent('bob');
    const cut = expect(ended).rejects.toThrow();
    await pause(100);
    await minio.kill();
    await cut;
    await expect(feedback.submit('bob', { uploadId })).rejects.toThrow(AWAY);
    // The minute is not spent, and whoever reads feedback reads on.
    await feedback.submit('bob');
    expect((await entries()).map(({ userId }) => userId).sort()).toEqual(['ann', 'bob']);
    await minio.start();
    await isBack();
    expect(await shown(feedbackId)).toEqual(SHOWN);
  }, 60_000);

  it.each(KILLED_AFTER_MS)(
    '%i ms into a submit, it is taken with its picture, then or at the next try',
    async (ms) => {
      const user = `user-${ms}`;
      const { uploadId, status } = await feedback.upload(user, PICTURE);
      expect(status).toBe(204);
      const wish = { feedbackId: randomUUID(), uploadId };
      const answer = feedback.submit(user, wish).catch((error: unknown) => error);
      await pause(ms);
      await minio.kill();
      const said = await answer;
      process.stdout.write(`killed ${ms} ms into a submit: ${said instanceof RefusedError ? said.code : 'taken'}\n`);
      await minio.start();
      await isBack();
      if (said instanceof Error) {
        expect(said.message).toBe(AWAY);
        await feedback.submit(user, wish);
      }
      expect((await entries()).filter(({ userId }) => userId === user)).toHaveLength(1);
      expect(await shown(wish.feedbackId)).toEqual(SHOWN);
    },
    60_000,
  );

  it('is swept afterwards: nothing is left of what came in, and of pictures those of entries', async () => {
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of feedback.objects.list(prefix)) found.push(key);
      return found;
    };
    await feedback.upload('never-submitted', PICTURE);
    expect(await keys('incoming/')).not.toEqual([]);
    await feedback.sweep(Date.now() + 2 * HOUR_MS);
    expect(await keys('incoming/')).toEqual([]);
    const withPicture = (await entries()).filter(({ screenshotURL }) => screenshotURL !== null);
    expect(withPicture).toHaveLength(1 + KILLED_AFTER_MS.length);
    expect(await keys('feedback-screenshots/')).toHaveLength(withPicture.length);
    for (const { feedbackId } of withPicture) expect(await shown(feedbackId)).toEqual(SHOWN);
  }, 30_000);
});
