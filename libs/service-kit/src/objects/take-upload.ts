import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FolderFiles } from './folder.js';
import { policyIn, type UploadPolicy } from './signatures.js';

export interface UploadRefused {
  readonly status: number;
  readonly code: 'bad-request' | 'forbidden' | 'too-large' | 'unavailable' | 'busy';
}

export interface UploadSlots {
  take(): boolean;
  release(): void;
}

const BAD: UploadRefused = { status: 400, code: 'bad-request' };
const FORBIDDEN: UploadRefused = { status: 403, code: 'forbidden' };
const TOO_LARGE: UploadRefused = { status: 413, code: 'too-large' };
const BUSY: UploadRefused = { status: 503, code: 'busy' };

const FORM_BYTES = 16 * 1024;
/** Upper bound of any policy, checked against Content-Length. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Time limits: for the whole upload, and until the signature is verified. */
const WITHIN_MS = 60_000;
const SIGNED_WITHIN_MS = 5_000;

/** Streams one form to disk; null when stored. A refused upload leaves nothing behind. */
export async function receiveUpload(
  request: IncomingMessage,
  files: FolderFiles,
  slots: UploadSlots,
): Promise<UploadRefused | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return TOO_LARGE;
  const type = request.headers['content-type'];
  if (type === undefined) return BAD;
  let form: BusboyInstance;
  try {
    const limits = { fields: 10, fieldSize: 4_096, files: 1, parts: 12, headerPairs: 20 };
    form = new Busboy({ headers: { ...request.headers, 'content-type': type }, limits });
  } catch {
    return BAD;
  }
  const fields = new Map<string, string>();
  const open: Readable[] = [];
  let outcome: Promise<UploadRefused | null> | null = null;
  form.on('field', (name, value) => fields.set(name, value));
  form.on('file', (name, file) => {
    // Reported by `outcome`.
    file.on('error', () => undefined);
    open.push(file);
    if (name === 'file' && outcome === null) outcome = receiveSigned(fields, file);
    else file.resume();
  });

  const cut = (ms: number) => setTimeout(() => request.destroy(), ms);
  let timer = cut(SIGNED_WITHIN_MS);
  const receiveSigned = async (signed: ReadonlyMap<string, string>, file: Readable): Promise<UploadRefused | null> => {
    const policy = await genuinePolicy(signed, files);
    if (policy === null) return FORBIDDEN;
    if (!slots.take()) return BUSY;
    clearTimeout(timer);
    timer = cut(WITHIN_MS);
    try {
      return await storeFile(request, policy, file, files);
    } finally {
      slots.release();
    }
  };
  try {
    const read = new Promise<UploadRefused | null>((resolve) => {
      form.once('finish', () => resolve(outcome ?? BAD));
      form.on('error', () => resolve(BAD));
      // Also emitted for a complete request.
      request.once('close', () => !request.complete && resolve(BAD));
      // Refuse at once instead of reading the rest.
      form.on('file', () => void outcome?.then((refused) => refused && resolve(refused)));
    });
    request.pipe(form);
    const result = await read;
    if (result !== null) {
      request.unpipe(form);
      form.destroy();
      // Busboy leaves unread files open, and their writers would wait forever.
      for (const file of open) file.destroy(new Error('the form was refused'));
      request.resume();
    }
    return result;
  } finally {
    clearTimeout(timer);
  }
}

async function storeFile(
  request: IncomingMessage,
  policy: UploadPolicy,
  file: Readable,
  files: FolderFiles,
): Promise<UploadRefused | null> {
  if (Number(request.headers['content-length'] ?? 0) > policy.maxBytes + FORM_BYTES) return TOO_LARGE;
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > policy.maxBytes) throw new RangeError('too large');
      yield chunk;
    }
  }
  let draft: string | null = null;
  try {
    draft = await files.draft();
    await pipeline(file, counted, createWriteStream(draft));
    if (size === 0) return BAD;
    await files.keep(draft, policy.key, policy.contentType);
    draft = null;
    return null;
  } catch (error) {
    if (error instanceof RangeError) return TOO_LARGE;
    return request.complete ? { status: 503, code: 'unavailable' } : BAD;
  } finally {
    if (draft !== null) await rm(draft, { force: true });
  }
}

async function genuinePolicy(fields: ReadonlyMap<string, string>, files: FolderFiles): Promise<UploadPolicy | null> {
  const text = fields.get('policy') ?? '';
  if (!(await files.signatures.isGenuine(text, fields.get('signature') ?? ''))) return null;
  const policy = policyIn(text);
  const isAsSigned = fields.get('key') === policy.key && fields.get('Content-Type') === policy.contentType;
  return isAsSigned && policy.expires > Date.now() ? policy : null;
}
