import type { Logger } from 'pino';

/** The part of `process` that is needed here. */
interface SignalSource {
  on(event: string, listener: (reason: unknown) => void): unknown;
  exit(code: number): void;
}

export interface StopOptions {
  readonly log: Logger;
  /** Ends the work; the process exits 0 after it, 1 when it fails or takes longer than `withinMs`. */
  readonly stop: () => Promise<void>;
  /** Default 25 s: just under what an orchestrator grants. */
  readonly withinMs?: number;
  readonly source?: SignalSource;
}

/** SIGTERM and SIGINT stop in order; a second signal exits at once. A rejection nobody handles is a bug: logged, exit 1. */
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
  source.on('SIGTERM', onSignal('SIGTERM'));
  source.on('SIGINT', onSignal('SIGINT'));
  source.on('unhandledRejection', onBug('a rejection was not handled'));
  source.on('uncaughtException', onBug('an exception was not caught'));
}
