import type { Request, Response } from 'express';

export interface Body {
  /** A media type or a file name's extension. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly cacheControl: string;
  readonly etag: string;
}

/** Supports ranges: Safari plays no sound without them. Multiple or invalid ranges get the whole. */
export function sendBytes(request: Request, response: Response, { type, bytes, cacheControl, etag }: Body): void {
  response.type(type).set({ 'cache-control': cacheControl, etag, 'accept-ranges': 'bytes' });
  const ranges = request.range(bytes.length) ?? [];
  if (ranges === -1) {
    response.status(416).set('content-range', `bytes */${bytes.length}`).end();
    return;
  }
  const [range] = ranges === -2 || ranges.length > 1 ? [] : ranges;
  if (range !== undefined) {
    response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  }
  response.send(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1));
}
