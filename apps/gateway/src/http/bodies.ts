import { type ErrorCode, RefusedError, type Route, type RouteName, ROUTES } from '@earworm/contracts';
import express, { type Request, type Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { type JsonBounds, parseStrictBytes } from '../wire/strict-json.js';
import type { Callers } from '../limits/callers.js';
import { SharedBytes } from '../limits/shared-bytes.js';
import { principalOf } from './request-identity.js';

const KB = 1024;
const MB = 1024 * KB;

/** Default limits, and those without a token. */
export const SHORT_BYTES = 16 * KB;
const SHORT: Bounds = { bytes: SHORT_BYTES, members: 1_000 };
const boundsOf = (name: RouteName): Bounds => (ROUTES[name] as Route).bodyLimits ?? SHORT;

/** Larger bodies share the memory below. */
const LONG_BYTES = 64 * KB;
/** Memory for large bodies, overall and per address; beyond it `busy`. */
const LONG_AT_ONCE = 16 * MB;
const LONG_OF_ADDRESS = 4 * MB;

interface Bounds extends Pick<JsonBounds, 'members'> {
  readonly bytes: number;
  readonly refusal?: ErrorCode;
}

/** Reads the bodies of requests that the gate has let in. */
export class Bodies {
  readonly #long = new SharedBytes(LONG_AT_ONCE, LONG_OF_ADDRESS);

  constructor(private readonly callers: Pick<Callers, 'addressOf'>) {}

  maxBytes(name: RouteName): number {
    return boundsOf(name).bytes;
  }

  /** Throws the refusal of a body that its headers alone show to be unacceptable. */
  check(name: RouteName, request: Request): void {
    const length = lengthOf(request);
    const own = this.#boundsFor(name, request);
    if (isEncoded(request)) throw new RefusedError('body-encoded');
    if (length !== Infinity && length > own.bytes) throw new RefusedError(own.refusal ?? 'too-large');
  }

  /** Into `request.body`. */
  async read(name: RouteName, request: Request, response: Response): Promise<void> {
    if (lengthOf(request) === 0) return;
    const own = this.#boundsFor(name, request);
    const bytes = Math.min(lengthOf(request), own.bytes);
    const bounds: JsonBounds = { members: own.members, nul: (ROUTES[name] as Route).cleansTexts === true };
    const address = this.callers.addressOf(request);
    const isLong = bytes > LONG_BYTES;
    if (isLong && !this.#long.take(address, bytes)) throw new RefusedError('busy');
    try {
      const isForm = isFormOf(name);
      const body = await bytesOf(request, response, own.bytes, isForm ? FORM : JSON_BODY);
      request.body = body === undefined ? undefined : isForm ? parseForm(body) : parseStrictBytes(body, bounds);
    } catch (error) {
      throw error instanceof SyntaxError ? new RefusedError('bad-request') : error;
    } finally {
      if (isLong) this.#long.giveBack(address, bytes);
    }
  }

  #boundsFor(name: RouteName, request: Request): Bounds {
    return principalOf(request) === null ? SHORT : boundsOf(name);
  }
}

/** Infinity: unknown, sent in chunks. */
export function lengthOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

const isEncoded = ({ headers }: Request): boolean =>
  headers['content-encoding'] !== undefined && headers['content-encoding'].toLowerCase() !== 'identity';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const isFormOf = (name: RouteName): boolean => (ROUTES[name] as Route).form === true;

const parseForm = (body: Buffer): unknown => Object.fromEntries(new URLSearchParams(body.toString('utf8')));

/** Undefined when empty or of another type. */
async function bytesOf(request: Request, response: Response, limit: number, type: string): Promise<Buffer | undefined> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RefusedError('bad-request');
  const read = express.raw({ limit, inflate: false, type });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}
