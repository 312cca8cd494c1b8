import { join } from 'node:path';
import { forEachParallel } from '@earworm/postgres-server/base-backup';
import {
  folderObjects,
  isObjectKey,
  type ObjectStore,
  ObjectStoreUnavailableError,
} from '@earworm/service-kit/objects';
import { backoff, retry } from '@earworm/service-kit/resilience';

const AT_ONCE = 4;
/** A store that stalls for a moment fails no backup of an hour. */
const AGAIN = 3;
const PAUSE_MS = 500;
/** Above what any service accepts. */
const MAX_BYTES = 1024 ** 3;

/** Where a backup keeps objects, in the form of the folder that is used without MinIO. */
export const objectsOf = (backup: string): ObjectStore =>
  folderObjects(join(backup, 'objects'), { percent: 100, reserveBytes: 0 });

/** Every object, whichever service it belongs to. Those that are removed meanwhile, and other files, are left out. Returns how many. */
export async function copyObjects(from: ObjectStore, to: ObjectStore, signal?: AbortSignal): Promise<number> {
  let copied = 0;
  const patient = <T>(work: () => Promise<T>) =>
    retry(work, {
      pauseMs: backoff(PAUSE_MS, PAUSE_MS * 4),
      shouldRetry: (error, attempt) =>
        error instanceof ObjectStoreUnavailableError && attempt < AGAIN && signal?.aborted !== true,
    });
  await forEachParallel(from.list(''), AT_ONCE, async ({ key }) => {
    signal?.throwIfAborted();
    // What a person has put there belongs to no service.
    if (!isObjectKey(key)) return;
    const object = await patient(() => from.get(key, MAX_BYTES));
    if (object === null) return;
    await patient(() => to.put(key, object.bytes, object.contentType));
    copied += 1;
  });
  return copied;
}
