import { constants } from 'node:os';

/**
 * An interrupted run cleans up first; the exit code is the one that a shell gives to the signal. Returns the way to
 * leave signals alone again.
 */
export function stopOnSignals(close: () => Promise<void>): () => void {
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const stop = () => void close().finally(() => process.exit(128 + constants.signals[signal]));
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  return () => signals.forEach((leave) => leave());
}
