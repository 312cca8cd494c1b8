import { randomUUID } from 'node:crypto';
import {
  FEEDBACK_LIMITS,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  ScreenshotType,
  type startScreenshotUpload,
} from '@earworm/contracts';
import type { Logger } from '@earworm/service-kit/log';
import { ObjectStoreUnavailableError, type ObjectStore, ObjectTooLargeError } from '@earworm/service-kit/objects';
import { semaphore } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';

export const INCOMING = 'incoming/feedback/';
export const SCREENSHOTS = 'feedback-screenshots/';

const UPLOAD_SECONDS = 600;
const DOWNLOAD_SECONDS = 300;
const OPEN_PER_USER = 10;

/** `My Shot (1).png` becomes `My-Shot-1`. */
export const plainName = (fileName: string): string =>
  fileName
    .replace(/\.[^./]*$/, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'screenshot';

/** Browsers upload to `incoming/`; a submission re-encodes the upload to its final place. */
export class Screenshots {
  readonly #reEncoding = semaphore({ concurrency: 2, queue: 20, refusal: 'busy' });

  constructor(
    private readonly database: DataSource,
    private readonly objects: ObjectStore,
    private readonly openUploads: number,
    private readonly log: Logger,
  ) {}

  async start({
    userId,
    fileName,
    contentType,
    size,
  }: RequestOf<typeof startScreenshotUpload>): Promise<ReplyOf<typeof startScreenshotUpload>> {
    if (!ScreenshotType.safeParse(contentType).success || size === 0) throw new RefusedError('screenshot-not-image');
    if (size > FEEDBACK_LIMITS.screenshotBytes) throw new RefusedError('screenshot-too-large');
    const uploadId = randomUUID();
    const key = INCOMING + uploadId;
    const begun = await this.database.query<unknown[]>(
      `insert into upload (upload_id, user_id, object_key, file_name) select $1, $2, $3, $4
        where (select count(*) from upload where user_id = $2) < ${OPEN_PER_USER}
          and (select count(*) from upload) < $5 returning upload_id`,
      [uploadId, userId, key, plainName(fileName), this.openUploads],
    );
    if (begun.length === 0) throw new RefusedError('busy');
    const options = { key, contentType, maxBytes: size, expiresInS: UPLOAD_SECONDS };
    return { uploadId, ...(await this.#reach(() => this.objects.presignUpload(options))) };
  }

  async accept(userId: string, uploadId: string): Promise<string> {
    const [upload] = await this.database.query<{ object_key: string; file_name: string }[]>(
      'select object_key, file_name from upload where upload_id = $1 and user_id = $2',
      [uploadId, userId],
    );
    if (upload === undefined) throw new RefusedError('screenshot-gone');
    const { object_key: incoming, file_name: name } = upload;
    return this.#reEncoding(() =>
      this.#reach(async () => {
        const found = await this.objects.get(incoming, FEEDBACK_LIMITS.screenshotBytes);
        if (found === null) throw new RefusedError('screenshot-gone');
        // Loaded on demand: its decoders take 10 MB.
        const { reEncode } = await import('./re-encode.js');
        const picture = await reEncode(found.bytes);
        // With the id: names and times may be equal.
        const key = `${SCREENSHOTS}${Date.now()}-${name}-${uploadId.slice(0, 8)}.webp`;
        await this.objects.put(key, picture, 'image/webp');
        return key;
      }),
    );
  }

  async address(key: string): Promise<{ url: string; expiresAt: number }> {
    const expiresAt = Date.now() + DOWNLOAD_SECONDS * 1_000;
    const url = await this.#reach(() => this.objects.presignDownload(key, { expiresInS: DOWNLOAD_SECONDS }));
    return { url, expiresAt };
  }

  forgetIncoming(uploadId: string): Promise<void> {
    return this.forget(INCOMING + uploadId);
  }

  /** Else the next sweep does. */
  async forget(key: string): Promise<void> {
    await this.objects
      .remove(key)
      .catch((error: unknown) => this.log.warn({ err: error }, 'an object could not be removed'));
  }

  async #reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw new RefusedError('screenshot-too-large');
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
      this.log.warn({ err: error }, 'the object store is unavailable');
      throw new RefusedError('screenshots-away');
    }
  }
}
