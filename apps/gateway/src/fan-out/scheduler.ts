export interface SlicedTask {
  runSlice(most: number): { readonly done: number; readonly isDone: boolean };
}

/** Sockets written per turn, about 2 ms; buzzes and commits are read in between. */
const PER_TURN = 128;
/** Upgrades and hellos per turn, about 1 ms. */
export const ARRIVALS_PER_TURN = 8;
/** How long a scheduler waits for another one at most, and how often it looks: in each turn, the loop would never rest. */
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 5;

/** Shares the event loop among games: first come, first served, but unfinished work goes to the back of the queue. */
export class Scheduler {
  #queue: SlicedTask[] = [];
  #isScheduled = false;
  #waitingSince: number | null = null;

  /** @param first goes first: this one waits until it has no work, for at most `WAIT_MS` */
  constructor(
    private readonly perTurn = PER_TURN,
    private readonly first: Pick<Scheduler, 'isBusy'> | null = null,
  ) {}

  get isBusy(): boolean {
    return this.#queue.length > 0;
  }

  /** Starts after the current turn's input is read: events of one turn share one write per socket. */
  schedule(work: SlicedTask): void {
    this.#queue.push(work);
    this.#arm();
  }

  run(work: () => void): void {
    this.schedule({ runSlice: () => (work(), { done: 1, isDone: true }) });
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  #arm(): void {
    if (this.#isScheduled || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(this.#runTurn);
  }

  #armLater(): void {
    this.#isScheduled = true;
    setTimeout(this.#runTurn, LOOK_EVERY_MS);
  }

  readonly #runTurn = (): void => {
    this.#isScheduled = false;
    if (this.#mustWait()) return this.#armLater();
    const queue = this.#queue;
    this.#queue = [];
    let left = this.perTurn;
    let next = 0;
    while (next < queue.length && left > 0) {
      const work = queue[next++] as SlicedTask;
      const { done, isDone } = work.runSlice(left);
      left -= Math.max(1, done);
      if (!isDone) this.#queue.push(work);
    }
    if (next < queue.length) this.#queue = queue.slice(next).concat(this.#queue);
    // Later work waits again.
    if (this.#queue.length === 0) this.#waitingSince = null;
    this.#arm();
  };

  #mustWait(): boolean {
    const now = performance.now();
    this.#waitingSince = this.first?.isBusy ? (this.#waitingSince ?? now) : null;
    return this.#waitingSince !== null && now - this.#waitingSince < WAIT_MS;
  }
}
