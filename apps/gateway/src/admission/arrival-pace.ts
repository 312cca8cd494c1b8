/** How often it is looked whether the event loop is late. */
const LOOK_EVERY_MS = 10;
/** Later than this, games that are played would be noticed to answer more slowly. */
const LATE_MS = 5;

export interface ArrivalPaceOptions {
  /** Arrivals at once while the event loop is late, and at first. */
  readonly least: number;
  /** While it is on time: what they wait for is elsewhere, as in Keycloak. */
  readonly most: number;
  readonly now: () => number;
  readonly onMore: () => void;
}

/** How many arrivals are worked on at once. What a seated player sends waits behind their work, so that as few as possible are. */
export class ArrivalPace {
  #atOnce: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #dueAt = 0;

  constructor(private readonly options: ArrivalPaceOptions) {
    this.#atOnce = this.#least;
  }

  get atOnce(): number {
    return this.#atOnce;
  }

  /** Some wait. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#dueAt = this.options.now() + LOOK_EVERY_MS;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#atOnce = this.#least;
  }

  get #least(): number {
    return Math.min(this.options.least, this.options.most);
  }

  #look(): void {
    const { now, most, onMore } = this.options;
    const isLate = now() - this.#dueAt > LATE_MS;
    this.#dueAt = now() + LOOK_EVERY_MS;
    if (isLate) this.#atOnce = Math.max(this.#least, Math.floor(this.#atOnce / 2));
    else if (this.#atOnce < most) {
      this.#atOnce++;
      onMore();
    }
  }
}
