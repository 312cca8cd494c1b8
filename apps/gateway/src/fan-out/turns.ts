/** Work that can be done a piece at a time. */
export interface Piecework {
  /** Does at most `most` units (at least one); returns how many, and whether some are left. */
  piece(most: number): { readonly did: number; readonly isDone: boolean };
}

/**
 * Sockets that are written to before the process turns to other things: two milliseconds or so. New presses and the
 * database's answer are then read between two pieces, so that the next commit is under way while this one is shown.
 */
const PER_TURN = 128;
/** Handshakes, or greetings, in one turn: a millisecond or so, so that those who play already are heard between two turns. */
export const ARRIVALS_PER_TURN = 8;

/**
 * Shares this process among all rooms that have something to show. First come, first served, but a room with much to
 * do goes to the back of the line after each piece: one big room must not hold up the small ones.
 */
export class Turns {
  #line: Piecework[] = [];
  #isScheduled = false;

  constructor(private readonly perTurn = PER_TURN) {}

  /**
   * Begins when this turn of the event loop has read what there is to read: events that came in one turn share a round
   * and, for each socket, one write. At rest that costs no time; under load it saves most of the writes.
   */
  join(work: Piecework): void {
    this.#line.push(work);
    this.#schedule();
  }

  /** Calls `work` in its turn. */
  enter(work: () => void): void {
    this.join({ piece: () => (work(), { did: 1, isDone: true }) });
  }

  /** Resolves in its turn. */
  entered(): Promise<void> {
    return new Promise((resolve) => this.enter(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled || this.#line.length === 0) return;
    this.#isScheduled = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#isScheduled = false;
    const line = this.#line;
    this.#line = [];
    let left = this.perTurn;
    let next = 0;
    while (next < line.length && left > 0) {
      const work = line[next++] as Piecework;
      const { did, isDone } = work.piece(left);
      left -= Math.max(1, did);
      if (!isDone) this.#line.push(work);
    }
    // Who had no turn yet comes before who had one, and before who came meanwhile.
    if (next < line.length) this.#line = line.slice(next).concat(this.#line);
    this.#schedule();
  };
}
