import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { sendBytes } from './send-bytes.js';

const NOT_PAGES = /^\/(?:api|realms|health|metrics|ws)(?:\/|$)/;
/** Hashed by the build. */
const IMMUTABLE = /^\/assets\//;
/** A policy is for documents and workers. Without it a phone's way into a game is shorter by half a kilobyte for each file. */
const WITHOUT_POLICY = /^\/assets\/.*\.(?:css|woff2)$/;
/** A smaller saving is not worth decompressing. */
const WORTH_COMPRESSING = 0.9;

interface Encoded {
  readonly encoding: 'br' | 'gzip';
  readonly bytes: Buffer;
}

interface LoadedFile {
  readonly plain: Buffer;
  /** Smallest first. */
  readonly encoded: readonly Encoded[];
}

interface CachedFile {
  readonly etag: string;
  readonly bytes: Promise<LoadedFile>;
}

const DECOMPRESS = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

/** What the build has compressed; null when there is none, or of another release. Dates say nothing: a copy may change them. */
async function readBuilt(
  file: string,
  ending: keyof typeof DECOMPRESS,
  plain: Buffer,
  read: (file: string) => Promise<Buffer>,
): Promise<Buffer | null> {
  const isBuilt = await stat(file + ending).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isBuilt) return null;
  const built = await read(file + ending);
  const content = await DECOMPRESS[ending](built, { maxOutputLength: plain.length + 1 }).catch(() => null);
  return content?.equals(plain) === true ? built : null;
}

async function load(file: string, read: (file: string) => Promise<Buffer>): Promise<LoadedFile> {
  const plain = await read(file);
  const [brotli, built] = await Promise.all([readBuilt(file, '.br', plain, read), readBuilt(file, '.gz', plain, read)]);
  const zipped = built ?? (await promisify(gzip)(plain, { level: 9 }));
  const encoded: Encoded[] = brotli === null ? [] : [{ encoding: 'br', bytes: brotli }];
  encoded.push({ encoding: 'gzip', bytes: zipped });
  return { plain, encoded: encoded.filter(({ bytes }) => bytes.length < plain.length * WORTH_COMPRESSING) };
}

/**
 * Static files; every other path gets the single page. Files are read once, until they change: as the build has compressed
 * them (`.br` and `.gz` beside the file), or gzipped here.
 */
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
    const { plain, encoded } = await found.bytes;
    const type = isPage ? '.html' : extname(request.path);
    const cacheControl = IMMUTABLE.test(request.path) ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.vary('accept-encoding');
    if (WITHOUT_POLICY.test(request.path)) response.removeHeader('content-security-policy');
    // A range counts bytes of the plain file.
    const chosen =
      request.headers.range === undefined
        ? encoded.find(({ encoding }) => request.acceptsEncodings(encoding) !== false)
        : undefined;
    if (chosen !== undefined) response.set('content-encoding', chosen.encoding);
    sendBytes(request, response, { type, etag, cacheControl, bytes: chosen?.bytes ?? plain });
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
