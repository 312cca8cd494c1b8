import { createSecretKey, type KeyObject } from 'node:crypto';

const ASK_AGAIN_MS = 250;

/** Secrets that the identity service keeps for all gateways. Asked for until they are known, and then every `everyMs`. */
export class PolledKeys {
  #keys: readonly KeyObject[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly ask: () => Promise<readonly string[]>,
    private readonly everyMs = Infinity,
  ) {}

  /** Empty until they are known; the one in use first. */
  get all(): readonly KeyObject[] {
    return this.#keys;
  }

  start(): void {
    this.ask().then(
      (keys) => {
        this.#keys = keys.map((key) => createSecretKey(key, 'utf8'));
        if (this.everyMs !== Infinity) this.#again(this.everyMs);
      },
      () => this.#again(this.#keys.length > 0 ? this.everyMs : ASK_AGAIN_MS),
    );
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #again(ms: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), ms).unref();
  }
}
