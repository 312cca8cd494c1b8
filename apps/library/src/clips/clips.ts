import { randomUUID } from 'node:crypto';
import { CLIP_MAX_BYTES, CLIPS_MAX, GUEST_CLIPS_MAX, isUploadedClip, RefusedError } from '@earworm/contracts';
import { ClipId, type UserId } from '@earworm/rules';
import { ObjectStoreUnavailableError, ObjectTooLargeError, type ObjectStore } from '@earworm/service-kit/objects';
import { clipKey, incomingOf, ownedBy, retiredKey } from './clip-keys.js';
import { sniffAudio } from './sniff-audio.js';

export const UPLOAD_S = 600;
/** How long a download address is valid: a song is played, paused and replayed. */
const ADDRESS_S = 3_600;
const UPLOADS_MAX = 8;

export interface UploadForm {
  readonly uploadId: string;
  readonly url: string;
  readonly fields: Record<string, string>;
}

/** Uploaded audio: validated, stored under a random id, and counted against the quota of its owner. */
export class Clips {
  constructor(private readonly store: ObjectStore) {}

  startUpload(userId: UserId, size: number, isGuest = false): Promise<UploadForm> {
    return refusingStoreErrors(async () => {
      if (size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
      const [uploads, clips] = await Promise.all([this.#sweepUploads(userId), this.#count(ownedBy(userId))]);
      if (uploads >= UPLOADS_MAX) throw new RefusedError('busy');
      if (clips >= quotaOf(isGuest)) throw new RefusedError('clips-full');
      const uploadId = randomUUID();
      const form = await this.store.presignUpload({
        key: `${incomingOf(userId)}${uploadId}`,
        contentType: 'application/octet-stream',
        maxBytes: size,
        expiresInS: UPLOAD_S,
      });
      return { uploadId, url: form.url, fields: { ...form.fields } };
    });
  }

  accept(userId: UserId, uploadId: string, isGuest = false): Promise<ClipId> {
    return refusingStoreErrors(async () => {
      const incoming = `${incomingOf(userId)}${uploadId}`;
      const clipId = ClipId.parse(`up-${uploadId.replaceAll('-', '').toLowerCase()}`);
      const owned = `${ownedBy(userId)}${clipId}`;
      const [counted, stored] = await Promise.all([this.store.stat(owned), this.store.stat(clipKey(clipId))]);
      if (counted !== null && stored !== null) {
        await this.store.remove(incoming);
        return clipId;
      }
      const upload = await this.store.get(incoming, CLIP_MAX_BYTES);
      if (!upload) throw new RefusedError('clip-gone');
      const type = sniffAudio(upload.bytes);
      if (type === null) {
        await this.store.remove(incoming);
        throw new RefusedError('clip-not-audio');
      }
      // Checked again: several forms may have been requested before the first upload.
      if (counted === null && (await this.#count(ownedBy(userId))) >= quotaOf(isGuest))
        throw new RefusedError('clips-full');
      await this.store.put(owned, Buffer.from('.'), 'text/plain');
      await this.store.put(clipKey(clipId), upload.bytes, type);
      // Last: after a failed write the same upload can be accepted again.
      await this.store.remove(incoming);
      return clipId;
    });
  }

  /** Counts all clips of one user against another, even beyond the quota. */
  moveAll(from: UserId, to: UserId): Promise<void> {
    return refusingStoreErrors(async () => {
      for await (const { key } of this.store.list(ownedBy(from))) {
        await this.store.put(`${ownedBy(to)}${key.slice(ownedBy(from).length)}`, Buffer.from('.'), 'text/plain');
        await this.store.remove(key);
      }
    });
  }

  /** At most as many as the quota of an account. */
  ownedBy(userId: UserId): Promise<string[]> {
    return refusingStoreErrors(async () => {
      const clipIds: string[] = [];
      for await (const { key } of this.store.list(ownedBy(userId))) {
        clipIds.push(key.slice(ownedBy(userId).length));
        if (clipIds.length >= CLIPS_MAX) break;
      }
      return clipIds;
    });
  }

  /** Restores a clip that a sweep has retired. */
  address(clipId: ClipId): Promise<string> {
    return refusingStoreErrors(async () => {
      const key = clipKey(clipId);
      const exists = isUploadedClip(clipId) && ((await this.store.stat(key)) !== null || (await this.#restore(clipId)));
      if (!exists) throw new RefusedError('not-found');
      return this.store.presignDownload(key, { expiresInS: ADDRESS_S });
    });
  }

  async #restore(clipId: ClipId): Promise<boolean> {
    const retired = await this.store.get(retiredKey(clipId), CLIP_MAX_BYTES);
    if (retired === null) return false;
    // The retired copy stays: a sweep in progress may remove the clip once more.
    await this.store.put(clipKey(clipId), retired.bytes, retired.contentType);
    return true;
  }

  async #count(prefix: string): Promise<number> {
    let count = 0;
    for await (const _ of this.store.list(prefix)) if (++count >= CLIPS_MAX) break;
    return count;
  }

  /** Removes uploads whose form has expired; returns how many are in progress. */
  async #sweepUploads(userId: UserId): Promise<number> {
    let count = 0;
    for await (const { key, modifiedAt } of this.store.list(incomingOf(userId))) {
      if (Date.now() - modifiedAt > UPLOAD_S * 1_000) await this.store.remove(key);
      else count += 1;
    }
    return count;
  }
}

const quotaOf = (isGuest: boolean): number => (isGuest ? GUEST_CLIPS_MAX : CLIPS_MAX);

async function refusingStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectStoreUnavailableError) throw new RefusedError('clips-away');
    if (error instanceof ObjectTooLargeError) throw new RefusedError('clip-too-large');
    throw error;
  }
}
