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
  readonly plain: Buffer;
  readonly zipped: Buffer | null;
}

/** Static files; every other path gets the single page. Files are cached and compressed once, until they change. */
export function webFiles(webRoot: string): RequestHandler {
  const root = resolve(webRoot);
  const cache = new Map<string, CachedFile>();

  async function load(file: string): Promise<CachedFile | null> {
    const found = await stat(file).catch(() => null);
    if (found === null || !found.isFile()) return null;
    const etag = `W/"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
    const cached = cache.get(file);
    if (cached?.etag === etag) return cached;
    const plain = await readFile(file);
    const zipped = await promisify(gzip)(plain, { level: 9 });
    const loaded = { etag, plain, zipped: zipped.length < plain.length * WORTH_COMPRESSING ? zipped : null };
    cache.set(file, loaded);
    return loaded;
  }

  return async (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NOT_PAGES.test(request.path)) return next();
    // Missing files are 404, page paths lead to the page.
    const isPage = !IMMUTABLE.test(request.path) && extname(request.path) === '';
    const wanted = fileOf(root, request.path);
    let found = wanted === null ? null : await load(wanted);
    if (found === null && isPage) found = await load(join(root, 'index.html'));
    if (found === null) return next();
    const { etag, plain, zipped } = found;
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
