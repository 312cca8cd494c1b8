export interface Range {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

/** A day of the viewer's own calendar. */
export function dayOf(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(at);
}

/** The last so many days, today included. */
export function lastDays(count: number, now: number, timeZone: string): Range {
  const to = dayOf(now, timeZone);
  const first = Date.parse(`${to}T12:00:00Z`) - (count - 1) * DAY_MS;
  return { from: new Date(first).toISOString().slice(0, 10), to };
}

export function isRange({ from, to }: Range): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MOST_DAYS;
}

export const viewersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
