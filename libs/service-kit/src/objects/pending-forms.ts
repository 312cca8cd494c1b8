import type { IncomingMessage } from 'node:http';

/** Anyone can open a form. When full, the oldest of the caller with the most is dropped. */
export class PendingForms {
  readonly #callers = new Map<string, Set<IncomingMessage>>();
  #size = 0;

  constructor(private readonly capacity: number) {}

  open(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller) ?? new Set();
    this.#callers.set(caller, own.add(request));
    this.#size += 1;
    if (this.#size > this.capacity) this.#drop();
  }

  close(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller);
    if (!own?.delete(request)) return;
    this.#size -= 1;
    if (own.size === 0) this.#callers.delete(caller);
  }

  #drop(): void {
    let [largest, most]: [string, ReadonlySet<IncomingMessage>] = ['', new Set()];
    for (const [caller, own] of this.#callers) if (own.size > most.size) [largest, most] = [caller, own];
    for (const oldest of most) {
      this.close(oldest, largest);
      oldest.destroy();
      return;
    }
  }
}
