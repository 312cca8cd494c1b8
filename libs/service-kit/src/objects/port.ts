import type { Space } from '@earworm/contracts';

export interface ObjectFacts {
  readonly size: number;
  readonly contentType: string;
  readonly modifiedAt: number;
}

export interface StoredObject extends ObjectFacts {
  readonly bytes: Buffer;
}

export interface ListedObject extends Pick<ObjectFacts, 'size' | 'modifiedAt'> {
  readonly key: string;
}

export interface UploadOptions {
  readonly key: string;
  /** Only this type, such as `image/png`, is accepted. The content must still be checked. */
  readonly contentType: string;
  readonly maxBytes: number;
  readonly expiresInS: number;
}

/** POST multipart/form-data with all `fields`, then the field `file`. 204 on success. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface DownloadOptions {
  readonly expiresInS: number;
  readonly fileName?: string;
}

/** Keys such as `incoming/3f2a`. Methods reject with ObjectStoreUnavailableError after 5 s without an answer. */
export interface ObjectStore {
  presignUpload(options: UploadOptions): Promise<UploadForm>;
  /** A signed URL with range support; absolute, or a path at the page's own origin. */
  presignDownload(key: string, options: DownloadOptions): Promise<string>;
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null when missing; ObjectTooLargeError beyond `maxBytes`. */
  get(key: string, maxBytes: number): Promise<StoredObject | null>;
  stat(key: string): Promise<ObjectFacts | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ListedObject>;
  check(): Promise<void>;
  space(): Promise<Space | null>;
}

export class ObjectStoreUnavailableError extends Error {
  override readonly name = 'ObjectStoreUnavailableError';
}

export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
}

const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const KEY_LENGTH = 200;

export const isObjectKey = (key: string): boolean => key.length <= KEY_LENGTH && KEY.test(key);

/** Keys are made by services, never by users. */
export function requireKey(key: string): string {
  if (!isObjectKey(key)) throw new Error(`not an object's key: ${JSON.stringify(key.slice(0, KEY_LENGTH))}`);
  return key;
}
