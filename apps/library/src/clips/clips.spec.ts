import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIP_MAX_BYTES, GUEST_CLIPS_MAX } from '@earworm/contracts';
import { ClipId, UserId } from '@earworm/rules';
import { folderObjects, type ObjectStore, ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clips } from './clips.js';

const bytes = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(64)]);
const ada = UserId.parse('11111111-1111-4111-8111-111111111111');
const bob = UserId.parse('22222222-2222-4222-8222-222222222222');
const song = bytes('OggS');

describe('clip uploads', () => {
  let folder: string;
  let store: ObjectStore;
  let clips: Clips;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-clips-'));
    store = folderObjects(folder);
    clips = new Clips(store);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const putBy = async (userId: UserId, file: Buffer) => {
    const { uploadId, fields } = await clips.startUpload(userId, file.length);
    await store.put(fields['key']!, file, 'application/octet-stream');
    return uploadId;
  };

  it('moves the clips of a guest to the account they signed in to, and keeps their addresses', async () => {
    const clipId = await clips.accept(ada, await putBy(ada, song));
    await clips.moveAll(ada, bob);
    await clips.moveAll(ada, bob);
    const owners = [];
    for await (const { key } of store.list('clips-of/')) owners.push(key);
    expect(owners).toEqual([`clips-of/${bob}/${clipId}`]);
    expect(await clips.address(clipId)).toContain(clipId);
  });

  it('stores a clip under a random id, with its real media type', async () => {
    const clipId = await clips.accept(ada, await putBy(ada, song));
    expect(clipId).toMatch(/^up-[0-9a-f]{32}$/);
    expect(await store.stat(`clips/${clipId}`)).toMatchObject({ contentType: 'audio/ogg', size: song.length });
    expect(await clips.address(clipId)).toContain(clipId);
  });

  it('refuses and removes a file that is not audio', async () => {
    const uploadId = await putBy(ada, bytes('<html>'));
    await expect(clips.accept(ada, uploadId)).rejects.toMatchObject({ code: 'clip-not-audio' });
    await expect(clips.accept(ada, uploadId)).rejects.toMatchObject({ code: 'clip-gone' });
  });

  it('refuses a clip that is too large before its upload', async () => {
    await expect(clips.startUpload(ada, CLIP_MAX_BYTES + 1)).rejects.toMatchObject({ code: 'clip-too-large' });
  });

  it('limits an upload to its declared size', async () => {
    const { fields } = await clips.startUpload(ada, 1_000);
    const policy: unknown = JSON.parse(Buffer.from(fields['policy']!, 'base64url').toString());
    expect(policy).toMatchObject({ maxBytes: 1_000 });
  });

  it('stores one clip for each form', async () => {
    const { uploadId, fields } = await clips.startUpload(ada, song.length);
    await store.put(fields['key']!, song, 'application/octet-stream');
    const clipId = await clips.accept(ada, uploadId);
    await store.put(fields['key']!, bytes('ID3'), 'application/octet-stream');
    expect(await clips.accept(ada, uploadId)).toBe(clipId);
    expect(await store.stat(`clips/${clipId}`)).toMatchObject({ contentType: 'audio/ogg' });
    expect(await store.stat(fields['key']!)).toBeNull();
  });

  it('accepts a clip by a retry when the store failed at any write of the first attempt', async () => {
    for (const failing of ['clips-of/', 'clips/', 'clips-incoming/']) {
      const uploadId = await putBy(ada, song);
      const isFailing = (key: string) => key.startsWith(failing);
      const broken: ObjectStore = {
        ...store,
        put: (key, ...rest) =>
          isFailing(key) ? Promise.reject(new ObjectStoreUnavailableError()) : store.put(key, ...rest),
        remove: (key) => (isFailing(key) ? Promise.reject(new ObjectStoreUnavailableError()) : store.remove(key)),
      };
      await expect(new Clips(broken).accept(ada, uploadId)).rejects.toMatchObject({ code: 'clips-away' });
      const clipId = await clips.accept(ada, uploadId);
      expect(await store.stat(`clips/${clipId}`)).toMatchObject({ contentType: 'audio/ogg', size: song.length });
    }
  });

  it('refuses a guest’s clip beyond the guest quota, also when the quota was reached during the upload', async () => {
    const uploads = [await putBy(ada, song), await putBy(bob, song)];
    for (const userId of [ada, bob])
      for (let i = 0; i < GUEST_CLIPS_MAX; i++)
        await store.put(`clips-of/${userId}/up-${i}`, Buffer.from('.'), 'text/plain');
    await expect(clips.startUpload(ada, song.length, true)).rejects.toMatchObject({ code: 'clips-full' });
    await expect(clips.accept(ada, uploads[0]!, true)).rejects.toMatchObject({ code: 'clips-full' });
    expect(await clips.accept(bob, uploads[1]!)).toMatch(/^up-/);
  });

  it('accepts a clip only from the user who uploaded it', async () => {
    const uploadId = await putBy(ada, song);
    await expect(clips.accept(bob, uploadId)).rejects.toMatchObject({ code: 'clip-gone' });
  });

  it('refuses the address of a clip that does not exist or was not uploaded', async () => {
    for (const id of [`up-${'0'.repeat(32)}`, 'c1']) {
      await expect(clips.address(ClipId.parse(id))).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('refuses an upload of a user who has eight in progress', async () => {
    for (let times = 0; times < 8; times++) await putBy(ada, song);
    await expect(clips.startUpload(ada, 10)).rejects.toMatchObject({ code: 'busy' });
    expect((await clips.startUpload(bob, 10)).uploadId).toBeTruthy();
  });
});
