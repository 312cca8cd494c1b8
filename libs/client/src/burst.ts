/** Pauses before each: soon enough are known after a wake, and they still tell of more than one moment. */
const PAUSES_MS = [150, 150, 600, 900, 1_200] as const;
/** How far the two clocks of a browser go apart between two pings where nothing has happened. */
const APART_MS = 200;

/** A few pings in a row, from which a gateway learns what the connection is like. */
export class Burst {
  #next = 0;
  #isOn = false;
  #aheadMs: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Times of its pings that were not answered yet. */
  #sent: readonly number[] = [];

  /** @param ping sends one; returns its time */
  constructor(private readonly ping: () => number) {}

  /** Begins when it becomes wanted, as often as that happens. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isOn) return;
    this.#isOn = isWanted;
    if (isWanted) this.restart();
    else clearTimeout(this.#timer);
  }

  /** After a sleep, in which the clock may have stopped. */
  restart(): void {
    if (!this.#isOn) return;
    this.#next = 0;
    this.#sent = [];
    this.#wait();
  }

  /**
   * Begins again after a sleep in which the monotonic clock stood still, which not every browser tells a page.
   * @param aheadMs by how much the clock of the wall is ahead of it
   */
  watch(aheadMs: number): void {
    const isApart = Math.abs(aheadMs - (this.#aheadMs ?? aheadMs)) > APART_MS;
    this.#aheadMs = aheadMs;
    if (isApart) this.restart();
  }

  /** Whether a pong answers one of these pings. */
  took(t: number): boolean {
    const isOwn = this.#sent.includes(t);
    if (isOwn) this.#sent = this.#sent.filter((each) => each !== t);
    return isOwn;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const pause = PAUSES_MS[this.#next++];
    if (pause === undefined) return;
    this.#timer = setTimeout(() => {
      this.#sent = [...this.#sent, this.ping()];
      this.#wait();
    }, pause);
  }
}
