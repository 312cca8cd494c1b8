/** Items in order of their turn, which is a unique number. */
export class Rotation<T extends { turn: number }> implements Iterable<T> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#items.values();
  }

  add(item: T): void {
    this.#items.splice(this.#indexOf(item.turn), 0, item);
  }

  delete(item: T): void {
    const index = this.#indexOf(item.turn);
    if (this.#items[index] === item) this.#items.splice(index, 1);
  }

  /** Its turn comes at another time. */
  move(item: T, turn: number): void {
    this.delete(item);
    item.turn = turn;
    this.add(item);
  }

  /** Of the first item whose turn is not earlier. */
  #indexOf(turn: number): number {
    let [from, to] = [0, this.#items.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#items[middle] as T).turn < turn) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
