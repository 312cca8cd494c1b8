import { once } from 'node:events';
import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { listFeedback, readScreenshot, startScreenshotUpload } from '@earworm/contracts';
import { enormousPng, type RunningFeedback, runFeedback } from '@earworm/feedback/testing';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../harness/database.js';
import { dockerVersion } from '../harness/docker-run.js';
import { Guard } from '../harness/guard.js';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { type KillableServer, startKillable } from '../harness/test-servers.js';

const canRun = (await dockerVersion()) !== undefined;

const DOWN = 'Screenshots cannot be stored right now. Send your feedback without one, or try again later.';
const PICTURE = enormousPng(1_000);
const HOUR_MS = 3_600_000;

type Hook = (objects: RunningFeedback['objects'], kill: () => Promise<void>) => void;
/** Kills MinIO at one step of a submit; the steps themselves are the real ones. */
const MOMENTS: readonly (readonly [string, Hook])[] = [
  [
    'before the picture is fetched',
    (objects, kill) => {
      const get = objects.get.bind(objects);
      jest.spyOn(objects, 'get').mockImplementationOnce(async (...args) => kill().then(() => get(...args)));
    },
  ],
  [
    'while the picture is converted',
    (objects, kill) => {
      const get = objects.get.bind(objects);
      jest.spyOn(objects, 'get').mockImplementationOnce(async (...args) => {
        const found = await get(...args);
        await kill();
        return found;
      });
    },
  ],
  [
    'while the picture is stored',
    (objects, kill) => {
      const put = objects.put.bind(objects);
      jest.spyOn(objects, 'put').mockImplementationOnce(async (...args) => {
        const killing = kill();
        await put(...args).finally(() => killing);
      });
    },
  ],
  [
    'when the picture is stored',
    (objects, kill) => {
      const put = objects.put.bind(objects);
      jest.spyOn(objects, 'put').mockImplementationOnce((...args) => put(...args).then(kill));
    },
  ],
];

describe('feedback while MinIO is killed', () => {
  if (!canRun) {
    it.skip('DID NOT RUN: a MinIO that can be killed needs a Docker engine', () => undefined);
    return;
  }
  let guard: Guard;
  let minio: KillableServer;
  let feedback: RunningFeedback;
  let isDown = false;

  const kill = async () => {
    isDown = true;
    await minio.kill();
  };
  const start = async () => {
    await minio.start();
    await isBack();
    isDown = false;
  };

  beforeAll(async () => {
    const folder = await temporaryFolder('feedback');
    guard = new Guard(folder);
    await copyPreparedData(folder);
    process.env['TEST_POSTGRES_URL'] = (await Database.start(folder, guard)).adminUrl;
    minio = await startKillable('minio', await lastingPort());
    const { origin, username, password } = new URL(minio.url);
    const env = { MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: username, MINIO_SECRET_KEY: password };
    feedback = await runFeedback(env, { replicas: 1 });
    await isBack();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    if (isDown) await start();
  });
  afterAll(async () => {
    await feedback?.close();
    delete process.env['TEST_POSTGRES_URL'];
    await minio?.stop();
    await guard?.cleanUp();
  });

  const isBack = () => eventually(() => feedback.objects.check(), 30_000);
  const entries = async () => (await feedback.bus.call(listFeedback, { pageSize: 50 })).rows;
  /** What an admin is shown in place of an entry's screenshot. */
  const fetched = async (feedbackId: string) => {
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
    await new Promise((resolve) => sending.write(body.subarray(0, body.length - 40), resolve));
    return { uploadId, ended };
  }

  const entriesOf = async (...users: string[]) => (await entries()).filter(({ userId }) => users.includes(userId));

  it('an upload that is cut off is refused with advice, and feedback without a picture is accepted', async () => {
    const [ann, bob] = [`ann-${randomUUID()}`, `bob-${randomUUID()}`];
    const before = await feedback.upload(ann, PICTURE);
    const { feedbackId } = await feedback.submit(ann, { uploadId: before.uploadId });
    expect(await fetched(feedbackId)).toEqual(SHOWN);
    const { uploadId, ended } = await halfSent(bob);
    const cut = expect(ended).rejects.toThrow();
    await kill();
    await cut;
    await expect(feedback.submit(bob, { uploadId })).rejects.toThrow(DOWN);
    // The refusal did not use up the one feedback that is allowed per minute.
    await feedback.submit(bob);
    expect((await entriesOf(ann, bob)).map(({ userId }) => userId).sort()).toEqual([ann, bob]);
    await start();
    expect(await fetched(feedbackId)).toEqual(SHOWN);
  });

  it.each(MOMENTS)(
    'killed %s: feedback is stored once with its picture, at once or at the next try',
    async (_, hook) => {
      const user = randomUUID();
      const { uploadId, status } = await feedback.upload(user, PICTURE);
      expect(status).toBe(204);
      const wish = { feedbackId: randomUUID(), uploadId };
      hook(feedback.objects, kill);
      const answer = await feedback.submit(user, wish).catch((error: unknown) => error);
      expect(isDown).toBe(true);
      await start();
      if (answer instanceof Error) {
        expect(answer.message).toBe(DOWN);
        await feedback.submit(user, wish);
      }
      expect(await entriesOf(user)).toHaveLength(1);
      expect(await fetched(wish.feedbackId)).toEqual(SHOWN);
    },
  );

  it('the sweep after a kill leaves the pictures of entries and nothing else', async () => {
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of feedback.objects.list(prefix)) found.push(key);
      return found;
    };
    const user = randomUUID();
    const { uploadId } = await feedback.upload(user, PICTURE);
    const wish = { feedbackId: randomUUID(), uploadId };
    MOMENTS.at(-1)![1](feedback.objects, kill);
    const answer = await feedback.submit(user, wish).catch((error: unknown) => error);
    await start();
    if (answer instanceof Error) await feedback.submit(user, wish);
    await feedback.upload('never-submitted', PICTURE);
    expect(await keys('incoming/')).not.toEqual([]);
    await feedback.sweep(Date.now() + 2 * HOUR_MS);
    expect(await keys('incoming/')).toEqual([]);
    const withPicture = (await entries()).filter(({ screenshotURL }) => screenshotURL !== null);
    expect(await keys('feedback-screenshots/')).toHaveLength(withPicture.length);
    for (const { feedbackId } of withPicture) expect(await fetched(feedbackId)).toEqual(SHOWN);
  });
});
