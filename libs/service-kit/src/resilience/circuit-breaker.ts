const TRY_EVERY_MS = 1_000;

export interface CircuitBreakerOptions<E> {
  readonly isFailure: (error: unknown) => error is E;
  readonly opensAfter?: (failure: E) => number;
  readonly now?: () => number;
}

export class CircuitBreaker<E> {
  #open: { readonly failure: E; readonly tryAt: number } | null = null;
  #isTrying = false;
  #failures = 0;

  constructor(private readonly options: CircuitBreakerOptions<E>) {}

  get failure(): E | null {
    return this.#open?.failure ?? null;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open === null) return this.#attempt(work);
    if (this.#isTrying || this.#now() < this.#open.tryAt) throw this.#open.failure;
    this.#isTrying = true;
    try {
      return await this.#attempt(work);
    } finally {
      this.#isTrying = false;
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#close();
      return result;
    } catch (error) {
      if (this.options.isFailure(error)) this.#fail(error);
      else this.#close();
      throw error;
    }
  }

  #close(): void {
    this.#open = null;
    this.#failures = 0;
  }

  #fail(failure: E): void {
    this.#failures++;
    if (this.#open === null && this.#failures < (this.options.opensAfter?.(failure) ?? 1)) return;
    this.#open = { failure, tryAt: this.#now() + TRY_EVERY_MS };
  }

  #now(): number {
    return (this.options.now ?? (() => performance.now()))();
  }
}
