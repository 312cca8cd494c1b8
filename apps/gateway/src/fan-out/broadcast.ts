import type { SlicedTask, Scheduler } from './scheduler.js';

/** Visits all members in slices. A restart meanwhile adds one more pass, so broadcasts never pile up. */
export class Broadcast<Member> implements SlicedTask {
  #isRestarted = false;
  #isRunning = false;
  #remaining: Iterator<Member> | null = null;
  #waiters: (() => void)[] = [];

  constructor(
    private readonly members: { values(): Iterator<Member> },
    private readonly visit: (member: Member) => void,
    private readonly scheduler: Scheduler,
  ) {}

  start(): void {
    this.#isRestarted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.scheduler.schedule(this);
  }

  whenDone(waiter: () => void): void {
    if (this.#isRunning) this.#waiters.push(waiter);
    else waiter();
  }

  runSlice(most: number): { done: number; isDone: boolean } {
    if (this.#remaining === null) this.#isRestarted = false;
    this.#remaining ??= this.members.values();
    for (let done = 0; done < most; done++) {
      const next = this.#remaining.next();
      if (next.done === true) return { done, isDone: this.#finish() };
      this.visit(next.value);
    }
    return { done: most, isDone: false };
  }

  #finish(): boolean {
    this.#remaining = null;
    if (this.#isRestarted) return false;
    this.#isRunning = false;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
    return true;
  }
}
