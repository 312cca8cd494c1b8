/** Bytes that callers share: so many in all, and no one key takes more than its part. Key null has the whole. */
export class SharedBytes {
  #taken = 0;
  readonly #byKey = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfKey: number,
  ) {}

  /** False when there is no room; otherwise they are to be given back. */
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
