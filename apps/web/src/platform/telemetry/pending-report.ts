import { randomId } from '../storage/local.js';

interface Sent<T> {
  readonly reportId: string;
  readonly content: T;
  readonly takenAt: number;
}

/** A report keeps its id until the server has it: a lost answer must not count it twice. */
export class PendingReport<T> {
  #sent: Sent<T> | null = null;

  next(take: () => T | null, now: number): Sent<T> | null {
    if (this.#sent !== null) return this.#sent;
    const content = take();
    if (content !== null) this.#sent = { reportId: randomId(), content, takenAt: now };
    return this.#sent;
  }

  done(reportId: string | undefined): void {
    if (this.#sent?.reportId === reportId) this.#sent = null;
  }

  get isEmpty(): boolean {
    return this.#sent === null;
  }
}
