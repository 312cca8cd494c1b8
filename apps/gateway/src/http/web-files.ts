import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { sendBytes } from './send-bytes.js';

const NOT_PAGES = /^\/(?:api|realms|health|metrics|ws)(?:\/|$)/;
/** Hashed by the build. */
const IMMUTABLE = /^\/assets\//;
/** A smaller saving is not worth decompressing. */
const WORTH_COMPRESSING = 0.9;

interface CachedFile {
  readonly etag: string;
  readonly bytes: Promise<{ readonly plain: Buffer; readonly zipped: Buffer | null }>;
}

async function load(file: string, read: (file: string) => Promise<Buffer>) {
  const plain = await read(file);
  const zipped = await promisify(gzip)(plain, { level: 9 });
  return { plain, zipped: zipped.length < plain.length * WORTH_COMPRESSING ? zipped : null };
}

/** Static files; every other path gets the single page. Files are read and compressed once, until they change. */
export function webFiles(webRoot: string, read: (file: string) => Promise<Buffer> = readFile): RequestHandler {
  const root = resolve(webRoot);
  const cache = new Map<string, CachedFile>();

  async function find(file: string): Promise<CachedFile | null> {
    const found = await stat(file).catch(() => null);
    if (found === null || !found.isFile()) return null;
    const etag = `W/"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
    const cached = cache.get(file);
    if (cached?.etag === etag) return cached;
    // Set before it is read: hundreds ask for it at once.
    const loaded: CachedFile = { etag, bytes: load(file, read) };
    cache.set(file, loaded);
    loaded.bytes.catch(() => {
      if (cache.get(file) === loaded) cache.delete(file);
    });
    return loaded;
  }

  return async (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NOT_PAGES.test(request.path)) return next();
    // Missing files are 404, page paths lead to the page.
    const isPage = !IMMUTABLE.test(request.path) && extname(request.path) === '';
    const wanted = fileOf(root, request.path);
    let found = wanted === null ? null : await find(wanted);
    if (found === null && isPage) found = await find(join(root, 'index.html'));
    if (found === null) return next();
    const { etag } = found;
    const { plain, zipped } = await found.bytes;
    const type = isPage ? '.html' : extname(request.path);
    const cacheControl = IMMUTABLE.test(request.path) ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.vary('accept-encoding');
    // A range counts bytes of the plain file.
    const isZipped =
      zipped !== null && request.headers.range === undefined && request.acceptsEncodings('gzip') !== false;
    if (isZipped) response.set('content-encoding', 'gzip');
    sendBytes(request, response, { type, etag, cacheControl, bytes: isZipped ? zipped : plain });
  };
}

/** Null outside the root. */
function fileOf(root: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0')) return null;
  const file = join(root, decoded === '/' ? 'index.html' : decoded);
  return file.startsWith(root + sep) ? file : null;
}
