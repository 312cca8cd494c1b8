import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own sentences in our log; those about wiring only at `debug`. */
export function nestLog(log: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'trace' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
      if (message instanceof Error) log[level]({ context, err: message }, message.message);
      else log[level]({ context, detail: level === 'error' ? rest.slice(0, -1) : undefined }, String(message));
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('trace'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}
