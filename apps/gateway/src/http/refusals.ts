import { ERRORS, messageOf, type RefusedError, withDefaultWait } from '@earworm/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FIGURES } from '../gateway.tokens.js';
import { Callers } from '../limits/callers.js';
import { SlowRefusals } from '../limits/slow-refusals.js';
import type { Figures } from '../operations/figures.js';

/** Statuses of what passes by itself: their `n` is seconds to wait. */
const PASSES: ReadonlySet<number> = new Set([429, 503]);

@Injectable()
export class Refusals {
  constructor(
    @Inject(Callers) private readonly callers: Pick<Callers, 'addressOf'>,
    @Inject(FIGURES) private readonly figures: Pick<Figures, 'refused'>,
    @Inject(SlowRefusals) private readonly slowRefusals: SlowRefusals,
  ) {}

  /** Answers with a refusal: its status, and `{code, params, message}`. That of a flood is held back for a moment. */
  answer(request: IncomingMessage, response: ServerResponse, refused: RefusedError): void {
    this.figures.refused(refused.code);
    // Bytes that wait for a reader while the answer is held back outlive young collections, and bring on full ones.
    request.resume();
    this.slowRefusals.answer(request, refused.code, this.callers.addressOf(request), () => {
      if (this.slowRefusals.isFlood(request) && !request.complete) response.setHeader('connection', 'close');
      answer(response, refused);
    });
  }

  /** What these limits refuse is a flood, and no page of ours. */
  markFlood(request: IncomingMessage): void {
    this.slowRefusals.mark(request);
  }
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
