import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { addressKeyResolver } from '../client-address.js';
import { folderFiles, type FolderFiles } from './folder.js';
import type { DiskQuota } from './disk-quota.js';
import { downloadText, OBJECTS_PATH } from './signatures.js';
import { isObjectKey } from './port.js';
import { receiveUpload, type UploadSlots } from './take-upload.js';

/** Concurrent uploads; the next is refused `busy`. */
const UPLOADS_AT_ONCE = 16;
const FORMS_AT_ONCE = 1_000;
const UNKNOWN = '';

/** Serves the URLs that the folder adapter signs. Must precede body parsers. */
export function folderRoutes(root: string, trustedProxies: readonly string[] = [], quota?: DiskQuota): RequestHandler {
  const files = folderFiles(root, quota);
  const addressOf = addressKeyResolver(trustedProxies);
  const forms = new PendingForms(FORMS_AT_ONCE);
  let uploading = 0;
  const router = express.Router();
  router.post(OBJECTS_PATH, async (request, response) => {
    const caller = addressOf(request) ?? UNKNOWN;
    forms.open(request, caller);
    const slots: UploadSlots = {
      take() {
        if (uploading >= UPLOADS_AT_ONCE) return false;
        forms.close(request, caller);
        uploading += 1;
        return true;
      },
      release: () => void (uploading -= 1),
    };
    try {
      const refused = await receiveUpload(request, files, slots);
      if (refused === null) response.status(204).end();
      else refuse(request, response, refused.status, refused.code);
    } finally {
      forms.close(request, caller);
    }
  });
  router.get(`${OBJECTS_PATH}/*key`, (request, response, next) => {
    sendObject(request, response, files).catch(next);
  });
  return router;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function sendObject(request: Request, response: Response, files: FolderFiles): Promise<void> {
  const key = decodeURIComponent(request.path.slice(OBJECTS_PATH.length + 1));
  const [expires, fileName] = [textOf(request.query['expires']), textOf(request.query['fileName'])];
  const signature = textOf(request.query['signature']);
  const isGenuine =
    isObjectKey(key) && (await files.signatures.isGenuine(downloadText(key, expires, fileName), signature));
  if (!isGenuine || Number(expires) < Date.now()) return refuse(request, response, 403, 'forbidden');
  const type = await files.typeOf(key);
  if (type === null) return refuse(request, response, 404, 'not-found');
  response.set({
    'content-type': type,
    'content-disposition': fileName === '' ? 'inline' : `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    // Uploaded content must not run scripts in our origin.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  // Supports ranges: Safari plays no sound without them.
  response.sendFile(key, { root: files.kept, cacheControl: false, headers: CACHED }, (error) => {
    if (error !== undefined && !response.headersSent) refuse(request, response, 404, 'not-found');
  });
}

const CACHED = { 'cache-control': 'private, max-age=300' };

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ code }));
}

/** Anyone can open a form. When full, the oldest of the caller with the most is dropped. */
export class PendingForms {
  readonly #callers = new Map<string, Set<IncomingMessage>>();
  #size = 0;

  constructor(private readonly capacity: number) {}

  open(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller) ?? new Set();
    this.#callers.set(caller, own.add(request));
    this.#size += 1;
    if (this.#size > this.capacity) this.#drop();
  }

  close(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller);
    if (!own?.delete(request)) return;
    this.#size -= 1;
    if (own.size === 0) this.#callers.delete(caller);
  }

  #drop(): void {
    let [largest, most]: [string, ReadonlySet<IncomingMessage>] = ['', new Set()];
    for (const [caller, own] of this.#callers) if (own.size > most.size) [largest, most] = [caller, own];
    for (const oldest of most) {
      this.close(oldest, largest);
      oldest.destroy();
      return;
    }
  }
}
