import { randomBytes } from 'node:crypto';
import { chmod, mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { usageOf, type DiskQuota } from './disk-quota.js';
import { diskSpace } from '../disk-space.js';
import { downloadText, OBJECTS_PATH, uploadText, type UploadPolicy } from './signatures.js';
import {
  type ListedObject,
  ObjectStoreUnavailableError,
  type ObjectStore,
  ObjectTooLargeError,
  requireKey,
} from './port.js';
import { signaturesOf } from './signatures.js';

export const DISK_QUOTA_DEFAULTS: DiskQuota = { percent: 50, reserveBytes: 1024 ** 3 };

export type FolderFiles = ReturnType<typeof folderFiles>;

export function folderFiles(root: string, quota: DiskQuota = DISK_QUOTA_DEFAULTS) {
  const usage = usageOf(root);
  const sizeOf = (file: string) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  const objects = join(root, 'kept');
  const fileOf = (key: string): string => join(objects, requireKey(key));
  const typeFileOf = (key: string) => join(root, 'types', requireKey(key));
  return {
    signatures: signaturesOf(root),
    kept: objects,
    fileOf,
    typeOf: (key: string): Promise<string | null> => readFile(typeFileOf(key), 'utf8').catch(() => null),
    /** A temporary file for `keep`. Rejects when the quota is used up. */
    async draft(): Promise<string> {
      const drafts = join(root, 'drafts');
      await mkdir(root, { recursive: true, mode: 0o700 });
      // The folder may have been created with other permissions, or belong to another user.
      await chmod(root, 0o700).catch(() => undefined);
      await mkdir(drafts, { recursive: true });
      await usage.check(quota);
      return join(drafts, randomBytes(12).toString('hex'));
    },
    async keep(draft: string, key: string, contentType: string): Promise<void> {
      await Promise.all([fileOf(key), typeFileOf(key)].map((file) => mkdir(dirname(file), { recursive: true })));
      // The type first: every object has one.
      await writeFile(typeFileOf(key), contentType);
      const [size, replaced] = await Promise.all([draft, fileOf(key)].map(sizeOf));
      await rename(draft, fileOf(key));
      usage.add((size ?? 0) - (replaced ?? 0));
    },
    async remove(key: string): Promise<void> {
      const size = await sizeOf(fileOf(key));
      await rm(fileOf(key), { force: true });
      usage.add(-size);
      await rm(typeFileOf(key), { force: true });
    },
  };
}

export function folderObjects(root: string, quota?: DiskQuota): ObjectStore {
  const files = folderFiles(root, quota);
  const unavailable = (error: unknown): never => {
    if (error instanceof ObjectTooLargeError) throw error;
    throw new ObjectStoreUnavailableError('the folder cannot be used', { cause: error });
  };
  const factsOf = async (key: string) => {
    const found = await stat(files.fileOf(key)).catch(orNull);
    if (found === null) return null;
    const contentType = (await files.typeOf(key)) ?? 'application/octet-stream';
    return { size: found.size, contentType, modifiedAt: found.mtimeMs };
  };

  async function* walk(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    const entries = await opendir(folder).catch(orNull);
    if (entries === null) return;
    for await (const entry of entries) {
      const key = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* walk(join(folder, entry.name), `${key}/`);
      else {
        const found = await stat(join(folder, entry.name)).catch(orNull);
        if (found !== null) yield { key, size: found.size, modifiedAt: found.mtimeMs };
      }
    }
  }

  return {
    async presignUpload({ key, contentType, maxBytes, expiresInS }) {
      const policy: UploadPolicy = {
        key: requireKey(key),
        contentType,
        maxBytes,
        expires: Date.now() + expiresInS * 1_000,
      };
      // Checked before the upload starts.
      await files.draft().catch(unavailable);
      const text = uploadText(policy);
      const signature = await files.signatures.sign(text).catch(unavailable);
      return { url: OBJECTS_PATH, fields: { key, 'Content-Type': contentType, policy: text, signature } };
    },
    async presignDownload(key, { expiresInS, fileName = '' }) {
      const expires = String(Date.now() + expiresInS * 1_000);
      const signature = await files.signatures
        .sign(downloadText(requireKey(key), expires, fileName))
        .catch(unavailable);
      return `${OBJECTS_PATH}/${key}?${new URLSearchParams({ expires, fileName, signature }).toString()}`;
    },
    async put(key, bytes, contentType) {
      requireKey(key);
      try {
        const draft = await files.draft();
        await writeFile(draft, bytes);
        await files.keep(draft, key, contentType);
      } catch (error) {
        unavailable(error);
      }
    },
    async get(key, maxBytes) {
      requireKey(key);
      try {
        const facts = await factsOf(key);
        if (facts === null) return null;
        if (facts.size > maxBytes) throw new ObjectTooLargeError(`${facts.size} bytes`);
        const bytes = await readFile(files.fileOf(key)).catch(orNull);
        return bytes === null ? null : { ...facts, bytes };
      } catch (error) {
        return unavailable(error);
      }
    },
    stat: (key) => factsOf(requireKey(key)).catch(unavailable),
    remove: (key) => files.remove(requireKey(key)).catch(unavailable),
    list: (prefix) => walk(join(files.kept, prefix), prefix),
    check: () => files.draft().then(() => undefined, unavailable),
    space: diskSpace(root),
  };
}

function orNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
