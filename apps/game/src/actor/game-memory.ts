/** How many bytes of heap the games of this replica are estimated to take, and how many they may. */
export class GameMemory {
  #used = 0;

  /**
   * @param limit bytes, for all games together
   * @param hasHeap false while so many bytes more would bring the whole process near the end of its heap
   */
  constructor(
    readonly limit: number,
    private readonly hasHeap: (bytes: number) => boolean = () => true,
  ) {}

  get used(): number {
    return this.#used;
  }

  get free(): number {
    return Math.max(0, this.limit - this.#used);
  }

  fits(bytes: number): boolean {
    return this.#used + bytes <= this.limit && this.hasHeap(bytes);
  }

  /** Negative when a game got smaller. */
  add(bytes: number): void {
    this.#used += bytes;
  }
}
