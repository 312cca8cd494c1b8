import type { Space } from '@earworm/contracts';

/** What a store knows of an object without its bytes. */
export interface ObjectFacts {
  readonly size: number;
  readonly contentType: string;
  /** ms since the epoch. */
  readonly modifiedAt: number;
}

export interface StoredObject extends ObjectFacts {
  readonly bytes: Buffer;
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: number;
}

export interface UploadTerms {
  readonly key: string;
  /** The only type that is taken, such as `image/png`. It is a claim: what arrives has to be looked at. */
  readonly contentType: string;
  readonly maxBytes: number;
  readonly expiresInS: number;
}

/**
 * What a browser needs to put one object: a POST of multipart/form-data to `url` with every one of `fields`, in any
 * order, and then the field `file`. Answered 204; with 400 or above nothing was stored.
 */
export interface UploadForm {
  /** Absolute, or a path at the page's own origin. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface DownloadTerms {
  readonly expiresInS: number;
  /** Saved under this name instead of shown. */
  readonly fileName?: string;
}

/**
 * Bytes under keys, such as `incoming/3f2a` or `clips/9b1c`: folders and names of letters, digits, `.`, `_` and `-`.
 * Everything that reaches the store rejects with ObjectsAwayError when it cannot be reached within 5 s.
 */
export interface ObjectStore {
  presignUpload(terms: UploadTerms): Promise<UploadForm>;
  /** An address that gives the object's bytes, also in ranges, until it expires; absolute, or a path at the page's own origin. */
  presignDownload(key: string, terms: DownloadTerms): Promise<string>;
  /** Replaces what was there. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null when there is none; rejects with ObjectTooLargeError without reading one that has more bytes. */
  get(key: string, maxBytes: number): Promise<StoredObject | null>;
  stat(key: string): Promise<ObjectFacts | null>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** Everything whose key starts with the prefix, a folder's name with its slash. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Rejects when nothing could be stored now. */
  check(): Promise<void>;
  /** How full the place is where objects lie; null when it does not say. */
  space(): Promise<Space | null>;
}

export class ObjectsAwayError extends Error {
  override readonly name = 'ObjectsAwayError';
}

export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
}

const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const KEY_LENGTH = 200;

export const isObjectKey = (key: string): boolean => key.length <= KEY_LENGTH && KEY.test(key);

/** Keys are made by services, never taken from people as they are: another one is a bug. */
export function requireKey(key: string): string {
  if (!isObjectKey(key)) throw new Error(`not an object's key: ${JSON.stringify(key.slice(0, KEY_LENGTH))}`);
  return key;
}
