import type { CaughtError } from './error-tally.js';

/** Kept before the telemetry chunk has loaded. */
const MOST = 20;

let early: CaughtError[] = [];
let report: ((error: CaughtError) => void) | null = null;
const onError = ({ error, message }: ErrorEvent) => reportError({ error: error ?? message, source: 'error' });
const onRejection = ({ reason }: PromiseRejectionEvent) => reportError({ error: reason, source: 'unhandledrejection' });

export function reportError(error: CaughtError): void {
  if (report !== null) report(error);
  else if (early.length < MOST) early.push(error);
}

export function captureErrors(): void {
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
}

export function reportTo(next: (error: CaughtError) => void): void {
  report = next;
  for (const error of early) next(error);
  early = [];
}
