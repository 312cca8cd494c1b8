import { randomBytes } from 'node:crypto';
import { chmod, mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { roomOf, type RoomTerms } from './folder-room.js';
import { diskSpace } from '../vitals/disk-space.js';
import { downloadText, OBJECTS_PATH, uploadText, type UploadPolicy } from './folder-terms.js';
import { type ListedObject, ObjectsAwayError, type ObjectStore, ObjectTooLargeError, requireKey } from './port.js';
import { signaturesOf } from './signatures.js';

/** Beside the objects lies the database. */
export const ROOM_DEFAULTS: RoomTerms = { percent: 50, reserveBytes: 1024 ** 3 };

/** The folder's files; the routes that serve them use the same. */
export interface FolderFiles {
  readonly signatures: ReturnType<typeof signaturesOf>;
  /** Where the objects stand under their keys. */
  readonly kept: string;
  fileOf(key: string): string;
  typeOf(key: string): Promise<string | null>;
  /** A place to write into before `keep` moves it where it belongs. Rejects when there is no room for more objects. */
  draft(): Promise<string>;
  keep(draft: string, key: string, contentType: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export function folderFiles(root: string, terms: RoomTerms = ROOM_DEFAULTS): FolderFiles {
  const room = roomOf(root);
  const sizeOf = (file: string) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  const kept = join(root, 'kept');
  const fileOf = (key: string) => join(kept, requireKey(key));
  const typeFileOf = (key: string) => join(root, 'types', requireKey(key));
  return {
    signatures: signaturesOf(root),
    kept,
    fileOf,
    typeOf: (key) => readFile(typeFileOf(key), 'utf8').catch(() => null),
    async draft() {
      const drafts = join(root, 'drafts');
      await mkdir(root, { recursive: true, mode: 0o700 });
      // One made by an earlier release, or by the process that came first; that of another owner stays as it is.
      await chmod(root, 0o700).catch(() => undefined);
      await mkdir(drafts, { recursive: true });
      await room.check(terms);
      return join(drafts, randomBytes(12).toString('hex'));
    },
    async keep(draft, key, contentType) {
      await Promise.all([fileOf(key), typeFileOf(key)].map((file) => mkdir(dirname(file), { recursive: true })));
      // The type first: what is there has one.
      await writeFile(typeFileOf(key), contentType);
      const [size, replaced] = await Promise.all([draft, fileOf(key)].map(sizeOf));
      await rename(draft, fileOf(key));
      room.add((size ?? 0) - (replaced ?? 0));
    },
    async remove(key) {
      const size = await sizeOf(fileOf(key));
      await rm(fileOf(key), { force: true });
      room.add(-size);
      await rm(typeFileOf(key), { force: true });
    },
  };
}

/** Objects in a folder, for one machine. Uploads and downloads go through `folderRoutes` at the page's own origin. */
export function folderObjects(root: string, terms?: RoomTerms): ObjectStore {
  const files = folderFiles(root, terms);
  const away = (error: unknown): never => {
    if (error instanceof ObjectTooLargeError) throw error;
    throw new ObjectsAwayError('the folder cannot be used', { cause: error });
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
      // Told here, where there is a sentence for it, rather than when the file has been sent.
      await files.draft().catch(away);
      const text = uploadText(policy);
      const signature = await files.signatures.sign(text).catch(away);
      return { url: OBJECTS_PATH, fields: { key, 'Content-Type': contentType, policy: text, signature } };
    },
    async presignDownload(key, { expiresInS, fileName = '' }) {
      const expires = String(Date.now() + expiresInS * 1_000);
      const signature = await files.signatures.sign(downloadText(requireKey(key), expires, fileName)).catch(away);
      return `${OBJECTS_PATH}/${key}?${new URLSearchParams({ expires, fileName, signature }).toString()}`;
    },
    async put(key, bytes, contentType) {
      requireKey(key);
      try {
        const draft = await files.draft();
        await writeFile(draft, bytes);
        await files.keep(draft, key, contentType);
      } catch (error) {
        away(error);
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
        return away(error);
      }
    },
    stat: (key) => factsOf(requireKey(key)).catch(away),
    remove: (key) => files.remove(requireKey(key)).catch(away),
    list: (prefix) => walk(join(files.kept, prefix), prefix),
    check: () => files.draft().then(() => undefined, away),
    space: diskSpace(root),
  };
}

function orNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
