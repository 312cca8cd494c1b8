import { randomId } from '../storage/local.js';

interface Sent<T> {
  readonly reportId: string;
  readonly content: T;
  readonly takenAt: number;
}

/** What is being sent: again under the same id until the server has it, for a lost answer must not count it twice. */
export class OnItsWay<T> {
  #sent: Sent<T> | null = null;

  /** What to send now; `take` is asked only when nothing is on its way. Null when there is nothing. */
  next(take: () => T | null, now: number): Sent<T> | null {
    if (this.#sent !== null) return this.#sent;
    const content = take();
    if (content !== null) this.#sent = { reportId: randomId(), content, takenAt: now };
    return this.#sent;
  }

  /** The server has this one, or will never take it. */
  done(reportId: string | undefined): void {
    if (this.#sent?.reportId === reportId) this.#sent = null;
  }

  get isEmpty(): boolean {
    return this.#sent === null;
  }
}
