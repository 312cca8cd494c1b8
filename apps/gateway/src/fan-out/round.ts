import type { Piecework, Turns } from './turns.js';

/**
 * Visits every member of a room, a piece at a time. Asked again meanwhile, it goes round once more: members seen late
 * have already been given everything, so rounds never pile up.
 */
export class Round<Member> implements Piecework {
  #wanted = false;
  #isRunning = false;
  #rest: Iterator<Member> | null = null;
  #waiters: (() => void)[] = [];

  constructor(
    private readonly members: { values(): Iterator<Member> },
    private readonly visit: (member: Member) => void,
    private readonly turns: Turns,
  ) {}

  start(): void {
    this.#wanted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.turns.join(this);
  }

  /** Called once everybody has been visited for what has been asked so far. */
  whenDone(waiter: () => void): void {
    if (this.#isRunning) this.#waiters.push(waiter);
    else waiter();
  }

  piece(most: number): { did: number; isDone: boolean } {
    if (this.#rest === null) this.#wanted = false;
    this.#rest ??= this.members.values();
    for (let did = 0; did < most; did++) {
      const next = this.#rest.next();
      if (next.done === true) return { did, isDone: this.#finish() };
      this.visit(next.value);
    }
    return { did: most, isDone: false };
  }

  /** False when it has been asked again and must go round once more. */
  #finish(): boolean {
    this.#rest = null;
    if (this.#wanted) return false;
    this.#isRunning = false;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
    return true;
  }
}
