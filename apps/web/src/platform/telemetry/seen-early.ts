import type { SeenError } from './error-tally.js';

/** Errors before the telemetry's own piece of script is there; more of them say nothing new. */
const MOST = 20;

let early: SeenError[] = [];
let report: ((error: SeenError) => void) | null = null;
const onError = ({ error, message }: ErrorEvent) => reportError({ error: error ?? message, source: 'error' });
const onRejection = ({ reason }: PromiseRejectionEvent) => reportError({ error: reason, source: 'unhandledrejection' });

/** Reports an error, now or as soon as that is possible. */
export function reportError(error: SeenError): void {
  if (report !== null) report(error);
  else if (early.length < MOST) early.push(error);
}

/** From the first line of script on nothing goes unseen. */
export function seeErrors(): void {
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
}

/** Hands on what was seen so far, and all that comes. */
export function reportTo(next: (error: SeenError) => void): void {
  report = next;
  for (const error of early) next(error);
  early = [];
}
