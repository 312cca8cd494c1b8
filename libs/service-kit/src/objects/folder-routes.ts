import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { addressRule } from '../ceilings/index.js';
import { folderFiles, type FolderFiles } from './folder.js';
import type { RoomTerms } from './folder-room.js';
import { downloadText, OBJECTS_PATH } from './folder-terms.js';
import { OpenForms } from './open-forms.js';
import { isObjectKey } from './port.js';
import { takeUpload, type UploadPlaces } from './take-upload.js';

/** Uploads written at once; the next one is told to come back. */
const UPLOADS_AT_ONCE = 16;
/** Forms whose signature is still to come, some KB each, for five seconds at most. */
const FORMS_AT_ONCE = 1_000;
/** Whose address is not known: this machine itself, or a proxy that nobody told us of. */
const NOBODY = '';

/** The addresses that the folder adapter signs. Must come before whatever reads bodies. */
export function folderRoutes(root: string, trustedProxies: readonly string[] = [], terms?: RoomTerms): RequestHandler {
  const files = folderFiles(root, terms);
  const addressOf = addressRule(trustedProxies);
  const forms = new OpenForms(FORMS_AT_ONCE);
  let uploading = 0;
  const router = express.Router();
  router.post(OBJECTS_PATH, async (request, response) => {
    const caller = addressOf(request) ?? NOBODY;
    forms.open(request, caller);
    const places: UploadPlaces = {
      take() {
        if (uploading >= UPLOADS_AT_ONCE) return false;
        forms.close(request, caller);
        uploading += 1;
        return true;
      },
      giveBack: () => void (uploading -= 1),
    };
    try {
      const refused = await takeUpload(request, files, places);
      if (refused === null) response.status(204).end();
      else refuse(request, response, refused.status, refused.code);
    } finally {
      forms.close(request, caller);
    }
  });
  router.get(`${OBJECTS_PATH}/*key`, (request, response, next) => {
    give(request, response, files).catch(next);
  });
  return router;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function give(request: Request, response: Response, files: FolderFiles): Promise<void> {
  const key = decodeURIComponent(request.path.slice(OBJECTS_PATH.length + 1));
  const [expires, fileName] = [textOf(request.query['expires']), textOf(request.query['fileName'])];
  const signature = textOf(request.query['signature']);
  const genuine =
    isObjectKey(key) && (await files.signatures.isGenuine(downloadText(key, expires, fileName), signature));
  if (!genuine || Number(expires) < Date.now()) return refuse(request, response, 403, 'forbidden');
  const type = await files.typeOf(key);
  if (type === null) return refuse(request, response, 404, 'not-found');
  response.set({
    'content-type': type,
    'content-disposition': fileName === '' ? 'inline' : `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    // Whatever it is, it runs nothing in our name.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  // In ranges too: Safari plays no sound that cannot be had so.
  response.sendFile(key, { root: files.kept, cacheControl: false, headers: CACHED }, (error) => {
    if (error !== undefined && !response.headersSent) refuse(request, response, 404, 'not-found');
  });
}

const CACHED = { 'cache-control': 'private, max-age=300' };

/** What is still on its way is not read: the line is closed once the answer has gone. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ code }));
}
