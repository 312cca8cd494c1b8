import type { ErrorCode } from '@earworm/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { BusError } from './port.js';

export type CallOutcome = 'ok' | 'refused' | 'busy' | 'failed';

export interface BusMetrics {
  served(subject: string): (outcome: CallOutcome, ms: number) => void;
  unanswered(subject: string, reason: BusError['reason']): void;
}

export const NO_BUS_METRICS: BusMetrics = { served: () => () => undefined, unanswered: () => undefined };

const callOf = (subject: string) => subject.replace(/\.\d+$/, '');

const FAULTS: Partial<Record<ErrorCode, CallOutcome>> = {
  busy: 'busy',
  retry: 'busy',
  unavailable: 'failed',
  internal: 'failed',
};
export const outcomeOf = (code: ErrorCode): CallOutcome => FAULTS[code] ?? 'refused';

export function busMetrics(registry: Registry): BusMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'bus_call_seconds',
    help: 'Calls served, from the request to its reply',
    labelNames: ['call', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const unanswered = new Counter({
    name: 'bus_unanswered_calls_total',
    help: 'Calls to other services that had no answer',
    labelNames: ['call', 'reason'],
    registers,
  });
  return {
    served(subject) {
      const call = callOf(subject);
      return (outcome, ms) => seconds.observe({ call, outcome }, ms / 1_000);
    },
    unanswered: (subject, reason) => unanswered.inc({ call: callOf(subject), reason }),
  };
}
