import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import { BusError } from '@earworm/service-kit/bus';
import type { Request, Response } from 'express';
import { KIT, type Kit } from '@earworm/service-kit/bootstrap';
import { Refusals } from './refusals.js';

/** The one place that maps a refusal to HTTP: its status, and `{code, params, message}`. A bug says no more than that. */
@Catch()
export class RefusalsFilter implements ExceptionFilter {
  constructor(
    @Inject(Refusals) private readonly refusals: Refusals,
    @Inject(KIT) private readonly kit: Pick<Kit, 'log'>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const refused = error instanceof RefusedError ? error : new RefusedError(codeOf(error));
    if (refused.code === 'internal') {
      const { method, path, params: at } = host.switchToHttp().getRequest<Request>();
      this.kit.log.error({ method, path, gameId: at['gameId'], err: error }, 'a request caused a bug');
    }
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    this.refusals.answer(host.switchToHttp().getRequest<Request>(), response, refused);
  }
}

/** What is not ours to refuse with: a call in vain, the router's not-found, the body parser's complaints. */
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
