/** After this many sockets the process turns to other things: one big room must not hold up the small ones. */
const YIELD_AFTER = 256;

/**
 * Visits every member of a room, in pieces. Asked again meanwhile, it goes round once more: members seen late have
 * already been given everything, so rounds never pile up.
 */
export class Round<Member> {
  #wanted = false;
  #running = false;
  #waiters: (() => void)[] = [];

  constructor(
    private readonly members: ReadonlySet<Member>,
    private readonly visit: (member: Member) => void,
  ) {}

  /**
   * Starts when this turn of the event loop has read what there is to read: events that came in one turn share a round
   * and, for each socket, one write. At rest that costs no time; under load it saves most of the writes.
   */
  start(): void {
    this.#wanted = true;
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => this.#pass());
  }

  /** Called once everybody has been visited for what has been asked so far. */
  whenDone(waiter: () => void): void {
    if (this.#running) this.#waiters.push(waiter);
    else waiter();
  }

  #pass(): void {
    this.#wanted = false;
    this.#visitSome(this.members.values());
  }

  #visitSome(members: Iterator<Member>): void {
    for (let visited = 0; visited < YIELD_AFTER; visited++) {
      const next = members.next();
      if (next.done === true) return this.#finish();
      this.visit(next.value);
    }
    setImmediate(() => this.#visitSome(members));
  }

  #finish(): void {
    if (this.#wanted) {
      setImmediate(() => this.#pass());
      return;
    }
    this.#running = false;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
  }
}
