import type { ErrorReport } from '@earworm/contracts';

export interface CaughtError {
  readonly error: unknown;
  readonly source: ErrorReport['source'];
  readonly additionalInfo?: string;
}

interface Counted {
  readonly report: Omit<ErrorReport, 'agoMs' | 'count'>;
  count: number;
  lastAt: number;
}

/** Further ones are counted as the last one. */
const MOST_DIFFERENT = 10;
const LENGTHS = { message: 1_000, name: 100, stack: 8_000, additionalInfo: 4_000, url: 500 };
const MOST_COUNTED = 100_000;
/** The server accepts 16 KiB from a sender without a token. */
const BYTES_AT_ONCE = 15_000;
const SHORTENED = 2_000;

/** Query strings may contain secrets. */
const bare = (address: string) => (address.split(/[?#]/, 1)[0] ?? '').slice(0, LENGTHS.url);

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack ?? '' }
    : { name: typeof error, message: typeof error === 'string' ? error : safeText(error), stack: '' };

function safeText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

const bytesOf = (report: ErrorReport): number => new TextEncoder().encode(JSON.stringify(report)).length;

const shortened = (report: ErrorReport): ErrorReport => ({
  ...report,
  stack: report.stack.slice(0, SHORTENED),
  additionalInfo: report.additionalInfo.slice(0, SHORTENED / 2),
});

/** Counts equal errors together: ten thousand a second are one report. */
export class ErrorTally {
  readonly #waiting = new Map<string, Counted>();

  add({ error, source, additionalInfo = '' }: CaughtError, now: number): void {
    const { name, message, stack } = describe(error);
    let key = `${name} ${message.slice(0, 200)} ${stack.slice(0, 300)}`;
    if (!this.#waiting.has(key) && this.#waiting.size >= MOST_DIFFERENT) key = [...this.#waiting.keys()].at(-1) ?? key;
    const existing = this.#waiting.get(key);
    if (existing !== undefined) {
      existing.count = Math.min(MOST_COUNTED, existing.count + 1);
      existing.lastAt = now;
      return;
    }
    const report = {
      name: name.slice(0, LENGTHS.name),
      message: message.slice(0, LENGTHS.message),
      stack: stack.slice(0, LENGTHS.stack),
      source,
      additionalInfo: additionalInfo.slice(0, LENGTHS.additionalInfo),
      url: bare(location.href),
      referrer: bare(document.referrer),
      viewportWidth: innerWidth,
      viewportHeight: innerHeight,
    };
    this.#waiting.set(key, { report, count: 1, lastAt: now });
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** As much as one request may hold. */
  take(now: number): ErrorReport[] {
    const taken: ErrorReport[] = [];
    let bytes = 0;
    for (const [key, { report, count, lastAt }] of this.#waiting) {
      const whole = { ...report, count, agoMs: Math.round(Math.min(600_000, Math.max(0, now - lastAt))) };
      const fitting = bytesOf(whole) > BYTES_AT_ONCE ? shortened(whole) : whole;
      bytes += bytesOf(fitting);
      if (taken.length > 0 && bytes > BYTES_AT_ONCE) break;
      taken.push(fitting);
      this.#waiting.delete(key);
    }
    return taken;
  }
}
