import type { IncomingMessage } from 'node:http';

/**
 * Forms whose signature is still to come: anybody can open one. When there is no room left, the oldest of whoever holds
 * most is dropped, so that one caller with any number of them takes no place from another.
 */
export class OpenForms {
  /** By caller, oldest first. */
  readonly #callers = new Map<string, Set<IncomingMessage>>();
  #size = 0;

  constructor(private readonly atOnce: number) {}

  open(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller) ?? new Set();
    this.#callers.set(caller, own.add(request));
    this.#size += 1;
    if (this.#size > this.atOnce) this.#drop();
  }

  /** Signed, refused or gone; also when it was dropped. */
  close(request: IncomingMessage, caller: string): void {
    const own = this.#callers.get(caller);
    if (!own?.delete(request)) return;
    this.#size -= 1;
    if (own.size === 0) this.#callers.delete(caller);
  }

  #drop(): void {
    let [greedy, most]: [string, ReadonlySet<IncomingMessage>] = ['', new Set()];
    for (const [caller, own] of this.#callers) if (own.size > most.size) [greedy, most] = [caller, own];
    for (const oldest of most) {
      this.close(oldest, greedy);
      oldest.destroy();
      return;
    }
  }
}
