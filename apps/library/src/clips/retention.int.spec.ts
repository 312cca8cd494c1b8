import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  acceptClip,
  clipAddress,
  createTemplate,
  deleteTemplate,
  type LogRow,
  saveTemplate,
  startClipUpload,
  type TemplateActor,
  TemplateId,
} from '@earworm/contracts';
import { CategoryDraft, type ClipId, GameEvent, GameId, UserId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { type ObjectStore, openObjectStore } from '@earworm/service-kit/objects';
import { describeWith, freshDatabase, patientBus, serveLog } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { library } from '../library.module.js';
import { sweepOnce } from './sweep-clips.js';

const DAY_MS = 86_400_000;
const SONG = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(200)]);
const log = createLog('library', { level: 'silent' });

function keepsWhatIsPlayed(env: () => Promise<Record<string, string>>): void {
  const bus = patientBus(createInProcessBus({ log }));
  const rows: LogRow[] = [];
  const ann: TemplateActor = { userId: UserId.parse(randomUUID()), name: 'Ann', isAdmin: false, isGuest: false };
  let logServed = serveLog(bus, rows);
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let store: ObjectStore;
  let source: DataSource;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await freshDatabase();
    const config = library.load({ DATABASE_URL: database.url, ...(await env()) });
    store = await openObjectStore(config);
    const kit = makeKit({ name: 'library', bus, log });
    const app = await NestFactory.create(library.module(kit, config), { logger: false, abortOnError: false });
    await app.init();
    source = app.get(DataSource);
    stop = () => app.close();
  });
  afterAll(async () => {
    await stop();
    await database.drop();
  });

  let clip: ClipId;
  beforeEach(async () => {
    clip = await upload();
  });

  async function upload(): Promise<ClipId> {
    const { userId } = ann;
    const { uploadId, fields } = await bus.call(startClipUpload, { userId, size: SONG.length });
    await store.put(fields['key']!, SONG, 'application/octet-stream');
    return (await bus.call(acceptClip, { userId, uploadId })).clipId;
  }
  /** As if so many days had passed since everything was put; what is retired now has waited as long at the next. */
  const sweepAfter = (days: number) =>
    sweepOnce({ store, database: source, bus, log, keepDays: 30 }, Date.now() + days * DAY_MS);
  const isStored = async (clipId = clip) => (await store.stat(`clips/${clipId}`)) !== null;
  const address = (clipId = clip) => bus.call(clipAddress, { clipId });

  async function saveWith(clipId: ClipId): Promise<TemplateId> {
    const templateId = TemplateId.parse(randomUUID());
    const facts = { title: 'With a clip', description: '', language: null, tags: [] };
    await bus.call(createTemplate, { actor: ann, templateId, facts });
    const questions = [{ questionId: 'q1', clipId, answer: 'Ode to Joy', points: 100 }];
    const change = {
      ...{ saveId: randomUUID(), basedOn: 1, order: ['c1'] },
      changed: [CategoryDraft.parse({ categoryId: 'c1', name: 'Clips', questions })],
    };
    await bus.call(saveTemplate, { actor: ann, templateId, change });
    return templateId;
  }
  function happen(gameId: GameId, event: Record<string, unknown>): void {
    const version = rows.filter((row) => row.gameId === gameId).length + 1;
    rows.push({ gameId, version, event: GameEvent.parse({ at: rows.length, ...event }) });
  }
  const content = (clipId: ClipId) => ({
    ...{ medium: { kind: 'clip', clipId }, youtubeSongName: '', answer: 'Ode to Joy', points: 100 },
  });

  it('retires a clip after 30 days without a reference, and restores it when it is played', async () => {
    await sweepAfter(29);
    expect(await isStored()).toBe(true);
    expect((await sweepAfter(31))?.retired).toBeGreaterThan(0);
    expect(await isStored()).toBe(false);
    expect((await address()).url).toContain(clip);
    expect(await store.get(`clips/${clip}`, 1_000)).toMatchObject({ bytes: SONG, contentType: 'audio/ogg' });
  });

  it('deletes a retired clip after another 30 days, and removes it from its owner’s quota', async () => {
    await sweepAfter(31);
    await sweepAfter(29);
    expect(await store.stat(`clips-aside/${clip}`)).not.toBeNull();
    await sweepAfter(31);
    await expect(address()).rejects.toMatchObject({ code: 'not-found' });
    for await (const { key } of store.list(`clips-of/${ann.userId}/`)) expect(key).not.toContain(clip);
  });

  it('keeps a clip while a template refers to it, and retires it afterwards', async () => {
    const templateId = await saveWith(clip);
    for (const days of [31, 62, 400]) await sweepAfter(days);
    expect(await isStored()).toBe(true);
    await bus.call(deleteTemplate, { actor: ann, templateId });
    await sweepAfter(31);
    expect(await isStored()).toBe(false);
  });

  it('keeps every clip that a game ever referred to', async () => {
    const [added, changed] = [await upload(), await upload()];
    const gameId = GameId.parse(randomUUID());
    happen(gameId, {
      ...{ type: 'gameCreated', gameId, gameCode: 'ABCDEF', moderatorId: 'mo', moderatorName: 'Mo' },
      settings: { attempts: 'unlimited', musicOn: 'desk' },
      categories: [{ id: 'c1', name: 'Clips', questions: [{ id: 'q1', ...content(clip) }] }],
    });
    const where = { categoryId: 'c1', questionId: 'q2' };
    happen(gameId, { type: 'questionAdded', ...where, content: content(added) });
    happen(gameId, { type: 'questionUpdated', ...where, content: content(changed) });
    happen(gameId, { type: 'gameCompleted' });
    for (const days of [31, 62]) await sweepAfter(days);
    expect(await Promise.all([clip, added, changed].map(isStored))).toEqual([true, true, true]);
  });

  it('retires no clip while the log of games cannot be read', async () => {
    logServed.unsubscribe();
    await expect(sweepAfter(31)).rejects.toThrow();
    expect(await isStored()).toBe(true);
    logServed = serveLog(bus, rows);
  });

  it('loses no clip of a template that is saved during a sweep', async () => {
    const clips: ClipId[] = [];
    // One after the other: no user begins so many uploads at once.
    while (clips.length < 12) clips.push(await upload());
    const isRetiring = Promise.withResolvers<void>();
    // As if all had been uploaded a month ago; what is retired now waits from now on.
    const aged = new Proxy(store, {
      get(target, key) {
        if (key === 'remove') isRetiring.resolve();
        if (key === 'list')
          return async function* (prefix: string) {
            for await (const object of target.list(prefix))
              yield { ...object, modifiedAt: object.modifiedAt - 31 * DAY_MS };
          };
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const sweeping = { store: aged, database: source, bus, log, keepDays: 30 };
    const saves = clips.map(async (clipId, place) => {
      // Half of them come after the sweep has looked who plays what.
      if (place % 2 === 1) await isRetiring.promise;
      for (let turn = 0; turn < place * 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      await saveWith(clipId);
    });
    const first = await sweepOnce(sweeping);
    const second = await sweepOnce(sweeping);
    await Promise.all(saves);
    // They did overlap: some were retired before their template was saved.
    expect((first?.retired ?? 0) + (second?.retired ?? 0)).toBeGreaterThan(0);
    for (const clipId of clips) expect((await address(clipId)).url).toContain(clipId);
    for (const days of [31, 62]) await sweepAfter(days);
    for (const clipId of clips) expect((await address(clipId)).url).toContain(clipId);
  });

  it('sweeps on one replica at a time', async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = new Proxy(store, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (key !== 'list') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return async function* (prefix: string) {
          begun.resolve();
          await goOn.promise;
          yield* target.list(prefix);
        };
      },
    });
    const first = sweepOnce({ store: slow, database: source, bus, log, keepDays: 30 }, Date.now() + 31 * DAY_MS);
    await begun.promise;
    expect([await sweepAfter(31), await sweepAfter(31)]).toEqual([null, null]);
    goOn.resolve();
    expect(await first).not.toBeNull();
    expect(await sweepAfter(31)).not.toBeNull();
  });

  it('removes an upload that was never accepted once its form has expired', async () => {
    const { fields } = await bus.call(startClipUpload, { userId: ann.userId, size: SONG.length });
    await store.put(fields['key']!, SONG, 'application/octet-stream');
    await sweepAfter(0);
    expect(await store.stat(fields['key']!)).not.toBeNull();
    await sweepAfter(1);
    expect(await store.stat(fields['key']!)).toBeNull();
  });
}

describeWith('postgres', 'clip retention in a folder', () => {
  let folder: string;
  afterAll(() => rm(folder, { recursive: true, force: true }));
  keepsWhatIsPlayed(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-clips-'));
    return { DATA_DIR: folder };
  });
});

describeWith('postgres', 'clip retention', () => {
  describeWith('minio', 'MinIO', (url) => {
    const { origin, username, password } = new URL(url);
    keepsWhatIsPlayed(async () => ({
      ...{ MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: username, MINIO_SECRET_KEY: password },
      MINIO_BUCKET: `clips-${process.pid}`,
    }));
  });
});
