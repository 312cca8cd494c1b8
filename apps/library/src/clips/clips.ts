import { randomUUID } from 'node:crypto';
import { CLIP_MAX_BYTES, CLIPS_MAX, GUEST_CLIPS_MAX, isUploadedClip, RefusedError } from '@earworm/contracts';
import { ClipId, type UserId } from '@earworm/rules';
import { ObjectStoreUnavailableError, ObjectTooLargeError, type ObjectStore } from '@earworm/service-kit/objects';
import { asideKey, incomingOf, keptKey, ownedBy } from './clip-keys.js';
import { sniffAudio } from './sniff-audio.js';

/** A form is good for so long. */
export const UPLOAD_S = 600;
/** As long as a song is played, paused and replayed. */
const ADDRESS_S = 3_600;
/** Uploads that one person may have begun; older than their form they are swept away. */
const BEGUN_MAX = 8;

export interface UploadPlace {
  readonly uploadId: string;
  readonly url: string;
  readonly fields: Record<string, string>;
}

/**
 * Audio that people upload: put into `clips-incoming/<user>/`, looked at, and kept as `clips/<id>` under a random id. One
 * empty object in `clips-of/<user>/` counts each against its owner. What nothing plays any more, a sweep sets aside.
 */
export class Clips {
  constructor(private readonly store: ObjectStore) {}

  startUpload(userId: UserId, size: number, isGuest = false): Promise<UploadPlace> {
    return orAway(async () => {
      if (size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
      const [begun, kept] = await Promise.all([this.#sweep(userId), this.#count(ownedBy(userId))]);
      if (begun >= BEGUN_MAX) throw new RefusedError('busy');
      if (kept >= allowance(isGuest)) throw new RefusedError('clips-full');
      const uploadId = randomUUID();
      const form = await this.store.presignUpload({
        key: `${incomingOf(userId)}${uploadId}`,
        contentType: 'application/octet-stream',
        // As many as were counted.
        maxBytes: size,
        expiresInS: UPLOAD_S,
      });
      return { uploadId, url: form.url, fields: { ...form.fields } };
    });
  }

  /** An upload is one clip, however often its form is used: who asks again is answered again. */
  accept(userId: UserId, uploadId: string, isGuest = false): Promise<ClipId> {
    return orAway(async () => {
      const key = `${incomingOf(userId)}${uploadId}`;
      const clipId = ClipId.parse(`up-${uploadId.replaceAll('-', '').toLowerCase()}`);
      const owned = `${ownedBy(userId)}${clipId}`;
      const [counted, kept] = await Promise.all([this.store.stat(owned), this.store.stat(keptKey(clipId))]);
      if (counted !== null && kept !== null) {
        await this.store.remove(key);
        return clipId;
      }
      const put = await this.store.get(key, CLIP_MAX_BYTES);
      if (!put) throw new RefusedError('clip-gone');
      const type = sniffAudio(put.bytes);
      await this.store.remove(key);
      if (type === null) throw new RefusedError('clip-not-audio');
      // Counted here too: forms are given out before anything lies there.
      if ((await this.#count(ownedBy(userId))) >= allowance(isGuest)) throw new RefusedError('clips-full');
      await this.store.put(owned, Buffer.from('.'), 'text/plain');
      await this.store.put(keptKey(clipId), put.bytes, type);
      return clipId;
    });
  }

  /** Counts what one user keeps against another, however many that makes. */
  moveAll(from: UserId, to: UserId): Promise<void> {
    return orAway(async () => {
      for await (const { key } of this.store.list(ownedBy(from))) {
        await this.store.put(`${ownedBy(to)}${key.slice(ownedBy(from).length)}`, Buffer.from('.'), 'text/plain');
        await this.store.remove(key);
      }
    });
  }

  address(clipId: ClipId): Promise<string> {
    return orAway(async () => {
      const key = keptKey(clipId);
      const isThere =
        isUploadedClip(clipId) && ((await this.store.stat(key)) !== null || (await this.#restore(clipId)));
      if (!isThere) throw new RefusedError('not-found');
      return this.store.presignDownload(key, { expiresInS: ADDRESS_S });
    });
  }

  /** Back from where a sweep had set it aside: somebody plays it after all. */
  async #restore(clipId: ClipId): Promise<boolean> {
    const aside = await this.store.get(asideKey(clipId), CLIP_MAX_BYTES);
    if (aside === null) return false;
    // The copy stays where it waits: a sweep that is under way may take the clip away once more.
    await this.store.put(keptKey(clipId), aside.bytes, aside.contentType);
    return true;
  }

  async #count(prefix: string): Promise<number> {
    let count = 0;
    for await (const _ of this.store.list(prefix)) if (++count >= CLIPS_MAX) break;
    return count;
  }

  /** Removes what its form can no longer be followed by; returns how many are still under way. */
  async #sweep(userId: UserId): Promise<number> {
    let fresh = 0;
    for await (const { key, modifiedAt } of this.store.list(incomingOf(userId))) {
      if (Date.now() - modifiedAt > UPLOAD_S * 1_000) await this.store.remove(key);
      else fresh += 1;
    }
    return fresh;
  }
}

const allowance = (isGuest: boolean): number => (isGuest ? GUEST_CLIPS_MAX : CLIPS_MAX);

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectStoreUnavailableError) throw new RefusedError('clips-away');
    if (error instanceof ObjectTooLargeError) throw new RefusedError('clip-too-large');
    throw error;
  }
}
