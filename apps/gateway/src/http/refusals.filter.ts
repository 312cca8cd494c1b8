import { ERRORS, messageOf, RefusedError, withDefaultWait, type ErrorCode } from '@earworm/contracts';
import { Inject, Injectable, type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FIGURES } from '../gateway.tokens.js';
import { Callers } from '../limits/callers.js';
import { hold, RefusedBodies, release } from '../limits/refused-bodies.js';
import { Tarpit } from '../limits/tarpit.js';
import type { Figures } from '../operations/figures.js';
import { lengthOf } from './bodies.js';
import { BusError } from '@earworm/service-kit/bus';
import type { Request, Response } from 'express';
import { KIT, type Kit } from '@earworm/service-kit/bootstrap';

const TEMPORARY: ReadonlySet<number> = new Set([429, 503]);

@Injectable()
export class Refusals {
  readonly #bodies = new RefusedBodies();

  constructor(
    @Inject(Callers) private readonly callers: Pick<Callers, 'addressOf'>,
    @Inject(FIGURES) private readonly figures: Pick<Figures, 'refused'>,
    @Inject(Tarpit) private readonly tarpit: Tarpit,
  ) {}

  /** Sends `{code, params, message}`; delayed for floods. */
  answer(request: IncomingMessage, response: ServerResponse, refused: RefusedError): void {
    this.figures.refused(refused.code);
    const waitMs = this.#bodies.take(request, lengthOf(request));
    if (waitMs === 0) request.resume();
    else hold(request);
    const address = this.callers.addressOf(request);
    const answerNow = () => {
      const closes = waitMs === null || this.tarpit.isFlood(request);
      if (closes && !request.complete) response.setHeader('connection', 'close');
      else if (waitMs !== 0) release(request);
      answer(response, refused);
    };
    this.tarpit.answer(request, { code: refused.code, address, waitMs }, answerNow);
  }

  markFlood(request: IncomingMessage): void {
    this.tarpit.mark(request);
  }
}

function answer(response: ServerResponse, { code, params }: RefusedError): void {
  const wait = withDefaultWait(code, params)['n'];
  if (TEMPORARY.has(ERRORS[code].http) && wait !== undefined) response.setHeader('retry-after', String(wait));
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

@Catch()
export class RefusalsFilter implements ExceptionFilter {
  constructor(
    @Inject(Refusals) private readonly refusals: Refusals,
    @Inject(KIT) private readonly kit: Pick<Kit, 'log'>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const refused = error instanceof RefusedError ? error : new RefusedError(codeOf(error));
    const request = host.switchToHttp().getRequest<Request>();
    if (refused.code === 'internal') {
      const { method, path, params } = request;
      this.kit.log.error({ method, path, gameId: params['gameId'], err: error }, 'unexpected error of a request');
    }
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    this.refusals.answer(request, response, refused);
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof BusError) return error.code;
  const status = error instanceof HttpException ? error.getStatus() : statusIn(error);
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  return status >= 400 && status < 500 ? 'bad-request' : 'internal';
}

function statusIn(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500;
  return typeof error.status === 'number' ? error.status : 500;
}
