/** A shared budget with a bound per key; null: unbounded key. */
export class SharedBytes {
  #taken = 0;
  readonly #byKey = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfKey: number,
  ) {}

  take(key: string | null, bytes: number): boolean {
    const own = key === null ? 0 : (this.#byKey.get(key) ?? 0) + bytes;
    if (this.#taken + bytes > this.most || own > this.mostOfKey) return false;
    this.#taken += bytes;
    if (key !== null) this.#byKey.set(key, own);
    return true;
  }

  giveBack(key: string | null, bytes: number): void {
    this.#taken -= bytes;
    if (key === null) return;
    const left = (this.#byKey.get(key) ?? 0) - bytes;
    if (left > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }
}
