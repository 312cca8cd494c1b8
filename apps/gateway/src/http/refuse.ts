import { ERRORS, messageOf, type RefusedError, withDefaultWait } from '@earworm/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Edge } from '../edge.js';

/** Statuses of what passes by itself: their `n` is seconds to wait. */
const PASSES: ReadonlySet<number> = new Set([429, 503]);

/** Answers with a refusal: its status, and `{code, params, message}`. That of a flood is held back for a moment. */
export function refuse(edge: Edge, request: IncomingMessage, response: ServerResponse, refused: RefusedError): void {
  const { callers, figures, slowRefusals } = edge;
  figures.refused(refused.code);
  // Bytes that wait for a reader while the answer is held back outlive young collections, and bring on full ones.
  request.resume();
  slowRefusals.answer(request, refused.code, callers.addressOf(request), () => {
    if (slowRefusals.isFlood(request) && !request.complete) response.setHeader('connection', 'close');
    answer(response, refused);
  });
}

function answer(response: ServerResponse, { code, params }: RefusedError): void {
  const wait = withDefaultWait(code, params)['n'];
  if (PASSES.has(ERRORS[code].http) && wait !== undefined) response.setHeader('retry-after', String(wait));
  const body = JSON.stringify({ code, params, message: messageOf(code, params) });
  response
    .writeHead(ERRORS[code].http, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}
