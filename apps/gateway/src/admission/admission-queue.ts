/** Handshakes, or greetings, in one turn of the event loop: a millisecond or so of work. */
const PER_TURN = 8;

/**
 * Lets a crowd in a few at a time: whoever plays already is heard between two turns. Bounded by what the system accepts:
 * who waits here has an open connection.
 */
export class AdmissionQueue {
  #line: (() => void)[] = [];
  #isTurning = false;

  enter(pass: () => void): void {
    this.#line.push(pass);
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#turn);
  }

  passed(): Promise<void> {
    return new Promise((resolve) => this.enter(resolve));
  }

  readonly #turn = (): void => {
    const now = this.#line.splice(0, PER_TURN);
    this.#isTurning = this.#line.length > 0;
    if (this.#isTurning) setImmediate(this.#turn);
    for (const pass of now) pass();
  };
}
