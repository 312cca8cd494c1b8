import { runApart } from './run-apart.js';

/** One kind of POST request. */
export interface FloodRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Flood {
  readonly url: string;
  /** Sent in turns. */
  readonly requests: readonly FloodRequest[];
  /** So many a second, whether answered or not; null: each connection sends again as soon as it is answered. */
  readonly perSecond: number | null;
  readonly connections: number;
  /** No request is sent after as many, or after as long. */
  readonly count?: number;
  readonly forMs?: number;
}

export interface FloodAnswer {
  /** The product's error code, otherwise the status; `none` where the connection broke. */
  readonly code: string;
  /** From when the request was sent completely; 0 for an answer that came before that. */
  readonly ms: number;
  /** From its beginning, so with the time that it took to be sent. */
  readonly inAllMs: number;
  readonly gameId: string | null;
}

/** A random id is put here in each body. */
export const REQUEST_ID = '$REQUEST-ID';

/** Sends requests from a process of their own. */
export const flood = (order: Flood): Promise<readonly FloodAnswer[]> =>
  runApart(new URL('request-flood-process.js', import.meta.url), order);
