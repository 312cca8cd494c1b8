import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { sendBytes } from './send-bytes.js';

const NOT_PAGES = /^\/(?:api|realms|health|metrics|ws)(?:\/|$)/;
/** Hashed by the build. */
const IMMUTABLE = /^\/assets\//;
const SMALLEST_TO_COMPRESS = 1_024;

const TYPES: Partial<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

interface CachedFile {
  readonly etag: string;
  readonly type: string;
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
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const plain = await readFile(file);
    const isText = type.includes('charset') && plain.length >= SMALLEST_TO_COMPRESS;
    const loaded = { etag, type, plain, zipped: isText ? await promisify(gzip)(plain, { level: 9 }) : null };
    cache.set(file, loaded);
    return loaded;
  }

  return async (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NOT_PAGES.test(request.path)) return next();
    const path = fileOf(root, request.path);
    // Missing files are 404, page paths lead to the page.
    const isPage = !request.path.startsWith('/assets/') && extname(request.path) === '';
    const file = (path === null ? null : await load(path)) ?? (isPage ? await load(join(root, 'index.html')) : null);
    if (file === null) return next();
    const cacheControl = IMMUTABLE.test(request.path) ? 'public, max-age=31536000, immutable' : 'no-cache';
    const { etag, type } = file;
    response.setHeader('vary', 'accept-encoding');
    if (file.zipped !== null && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      sendBytes(request, response, { type, etag, cacheControl, bytes: file.zipped, encoding: 'gzip' });
    } else {
      sendBytes(request, response, { type, etag, cacheControl, bytes: file.plain });
    }
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
