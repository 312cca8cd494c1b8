import type { Logger } from 'pino';

interface SignalSource {
  on(event: string, listener: (reason: unknown) => void): unknown;
  removeAllListeners(event: string): unknown;
  exit(code: number): void;
}

export interface StopOptions {
  readonly log: Logger;
  readonly stop: () => Promise<void>;
  readonly withinMs?: number;
  readonly source?: SignalSource;
}

/**
 * Stops on SIGTERM and SIGINT; a second signal exits at once. Unhandled rejections are logged, exit 1. Warnings of Node and
 * of libraries are logged instead of printed as plain text.
 */
export function stopOnSignal({ log, stop, withinMs = 25_000, source = process }: StopOptions): void {
  let isStopping = false;
  const onSignal = (signal: string) => () => {
    if (isStopping) return source.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ withinMs }, 'did not stop in time');
      source.exit(1);
    }, withinMs).unref();
    stop().then(
      () => source.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        source.exit(1);
      },
    );
  };
  const onBug = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    source.exit(1);
  };
  source.removeAllListeners('warning');
  source.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node or of a library'));
  source.on('SIGTERM', onSignal('SIGTERM'));
  source.on('SIGINT', onSignal('SIGINT'));
  source.on('unhandledRejection', onBug('a rejection was not handled'));
  source.on('uncaughtException', onBug('an exception was not caught'));
}
