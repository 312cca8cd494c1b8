import { join } from 'node:path';
import { forEachParallel } from '@earworm/postgres-server/base-backup';
import { folderObjects, type ObjectStore } from '@earworm/service-kit/objects';

const AT_ONCE = 8;
/** Above what any service accepts. */
const MAX_BYTES = 1024 ** 3;

/** Where a backup keeps objects, in the form of the folder that is used without MinIO. */
export const objectsOf = (backup: string): ObjectStore =>
  folderObjects(join(backup, 'objects'), { percent: 100, reserveBytes: 0 });

/** Every object, whichever service it belongs to. Those that are removed meanwhile are left out. Returns how many. */
export async function copyObjects(from: ObjectStore, to: ObjectStore, signal?: AbortSignal): Promise<number> {
  let copied = 0;
  await forEachParallel(from.list(''), AT_ONCE, async ({ key }) => {
    signal?.throwIfAborted();
    const object = await from.get(key, MAX_BYTES);
    if (object === null) return;
    await to.put(key, object.bytes, object.contentType);
    copied += 1;
  });
  return copied;
}
