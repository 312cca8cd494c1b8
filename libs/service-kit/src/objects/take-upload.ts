import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FolderFiles } from './folder.js';
import { policyIn, type UploadPolicy } from './folder-terms.js';

export interface UploadRefused {
  readonly status: number;
  readonly code: 'bad-request' | 'forbidden' | 'too-large' | 'unavailable' | 'busy';
}

/** Room for uploads that are written at once; only a form of ours takes some. */
export interface UploadPlaces {
  /** False when there is none left. */
  take(): boolean;
  giveBack(): void;
}

const BAD: UploadRefused = { status: 400, code: 'bad-request' };
const FORBIDDEN: UploadRefused = { status: 403, code: 'forbidden' };
const TOO_LARGE: UploadRefused = { status: 413, code: 'too-large' };
const BUSY: UploadRefused = { status: 503, code: 'busy' };

/** Fields and boundaries around the file. */
const FORM_BYTES = 16 * 1024;
/** The most that any policy may allow; more is refused by its declared length before anything is read. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A sender that is slower is cut off; sooner while it has not shown that the form is ours. */
const WITHIN_MS = 60_000;
const SIGNED_WITHIN_MS = 5_000;

/** Takes one form in, a chunk at a time; null when it is stored. Nothing of a refused one is left. */
export async function takeUpload(
  request: IncomingMessage,
  files: FolderFiles,
  places: UploadPlaces,
): Promise<UploadRefused | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return TOO_LARGE;
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
    // What is handled below is told by `outcome`.
    file.on('error', () => undefined);
    open.push(file);
    if (name === 'file' && outcome === null) outcome = takeSigned(fields, file);
    else file.resume();
  });

  const cut = (ms: number) => setTimeout(() => request.destroy(), ms);
  let timer = cut(SIGNED_WITHIN_MS);
  const takeSigned = async (said: ReadonlyMap<string, string>, file: Readable): Promise<UploadRefused | null> => {
    const policy = await genuinePolicy(said, files);
    if (policy === null) return FORBIDDEN;
    if (!places.take()) return BUSY;
    clearTimeout(timer);
    timer = cut(WITHIN_MS);
    try {
      return await takeFile(request, policy, file, files);
    } finally {
      places.giveBack();
    }
  };
  try {
    const read = new Promise<UploadRefused | null>((resolve) => {
      form.once('finish', () => resolve(outcome ?? BAD));
      form.on('error', () => resolve(BAD));
      // A line that was cut; that of a whole request closes too.
      request.once('close', () => !request.complete && resolve(BAD));
      // A refusal is answered at once, not when the rest has come.
      form.on('file', () => void outcome?.then((refused) => refused && resolve(refused)));
    });
    request.pipe(form);
    const result = await read;
    if (result !== null) {
      request.unpipe(form);
      form.destroy();
      // The parser leaves a file that it has not read to its end as it is, and what writes it would wait for ever.
      for (const file of open) file.destroy(new Error('the form was refused'));
      request.resume();
    }
    return result;
  } finally {
    clearTimeout(timer);
  }
}

async function takeFile(
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

/** What the form allows, when it is ours, still good, and says of itself what it allows. */
async function genuinePolicy(fields: ReadonlyMap<string, string>, files: FolderFiles): Promise<UploadPolicy | null> {
  const text = fields.get('policy') ?? '';
  if (!(await files.signatures.isGenuine(text, fields.get('signature') ?? ''))) return null;
  const policy = policyIn(text);
  const isAsSigned = fields.get('key') === policy.key && fields.get('Content-Type') === policy.contentType;
  return isAsSigned && policy.expires > Date.now() ? policy : null;
}
