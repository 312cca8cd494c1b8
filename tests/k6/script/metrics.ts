import { Counter, Trend } from 'k6/metrics';
import { COUNTERS, TRENDS } from '../metric-names.js';

const each = <Name extends string, M>(names: Readonly<Record<Name, string>>, make: (name: string) => M) =>
  Object.fromEntries(Object.entries<string>(names).map(([key, name]) => [key, make(name)])) as Record<Name, M>;

const counters = each(COUNTERS, (name) => new Counter(name));
export const metrics = { ...each(TRENDS, (name) => new Trend(name)), ...counters };

/** k6 leaves out of its summary what was never added to. */
export function mentionAll(): void {
  for (const counter of Object.values(counters)) counter.add(0);
}
