import type { Logger as TypeOrmLogger } from 'typeorm';
import type { Logger } from 'pino';

/** TypeORM's own sentences in our log. Queries and their parameters never: they hold names and addresses. */
export function typeOrmLog(log: Logger | undefined): TypeOrmLogger {
  const silent = () => undefined;
  return {
    logQuery: silent,
    // The caller gets the error and decides what it means.
    logQueryError: silent,
    logQuerySlow: (ms) => log?.warn({ ms }, 'a slow query'),
    logSchemaBuild: silent,
    logMigration: (message) => log?.info({ detail: message }, 'migration'),
    log: (level, message) => log?.[level === 'warn' ? 'warn' : 'debug']({ detail: message }, 'typeorm'),
  };
}
