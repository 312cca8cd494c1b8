export interface Bytes {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Least recently used out first, bounded by bytes. */
export class ByteCache {
  readonly #kept = new Map<string, Bytes>();
  #size = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string): Bytes | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  set(key: string, value: Bytes): void {
    this.#size += value.bytes.length - (this.#kept.get(key)?.bytes.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#size <= this.maxBytes) return;
      this.#kept.delete(oldest);
      this.#size -= bytes.length;
    }
  }
}
