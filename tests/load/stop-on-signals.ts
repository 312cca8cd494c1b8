import { constants } from 'node:os';

/** A run that is called off tidies up first; the exit code is the one that a shell gives to the signal. */
export function stopOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  }
}
