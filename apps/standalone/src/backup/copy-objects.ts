import { join } from 'node:path';
import { folderObjects, type ObjectStore } from '@earworm/service-kit/objects';

const AT_ONCE = 8;
/** Above what any service accepts. */
const MAX_BYTES = 1024 ** 3;

/** Where a backup keeps objects, in the form of the folder that is used without MinIO. */
export const objectsOf = (backup: string): ObjectStore =>
  folderObjects(join(backup, 'objects'), { percent: 100, reserveBytes: 0 });

/** Every object, whichever service it belongs to. Those that are removed meanwhile are left out. Returns how many. */
export async function copyObjects(from: ObjectStore, to: ObjectStore, signal?: AbortSignal): Promise<number> {
  const left = from.list('')[Symbol.asyncIterator]();
  let copied = 0;
  const work = async () => {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await left.next();
      if (done) return;
      const object = await from.get(value.key, MAX_BYTES);
      if (object === null) continue;
      await to.put(value.key, object.bytes, object.contentType);
      copied += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return copied;
}
