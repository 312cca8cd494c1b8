import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
  readonly cacheControl: string;
  readonly etag?: string;
  readonly encoding?: 'gzip';
}

/** Supports ranges: Safari plays no sound without them. */
export function sendBytes(request: IncomingMessage, response: ServerResponse, body: Body): void {
  const { bytes, type, cacheControl, etag, encoding } = body;
  const headers: Record<string, string | number> = { 'content-type': type, 'cache-control': cacheControl };
  if (etag !== undefined) headers['etag'] = etag;
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = encoding === undefined ? rangeIn(request.headers.range, bytes.length) : null;
  if (encoding === undefined) headers['accept-ranges'] = 'bytes';
  if (range === 'none') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  if (range !== null) headers['content-range'] = `bytes ${range.from}-${range.to}/${bytes.length}`;
  const part = range === null ? bytes : bytes.subarray(range.from, range.to + 1);
  response.writeHead(range === null ? 200 : 206, { ...headers, 'content-length': part.length });
  response.end(request.method === 'HEAD' ? undefined : part);
}

/** Multiple or invalid ranges get the whole. */
function rangeIn(header: string | undefined, size: number): { from: number; to: number } | 'none' | null {
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (wanted === null || (wanted[1] === '' && wanted[2] === '')) return null;
  const suffix = wanted[1] === '';
  const from = suffix ? Math.max(0, size - Number(wanted[2])) : Number(wanted[1]);
  const to = suffix || wanted[2] === '' ? size - 1 : Math.min(Number(wanted[2]), size - 1);
  return from > to || from >= size ? 'none' : { from, to };
}
