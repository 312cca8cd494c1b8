import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

const COUNT_EVERY_MS = 5_000;
const SHARE_OF_ONE = 3 / 4;

function limitOfProcess(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

const countOpen = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

export interface DescriptorOptions {
  readonly reserve: number;
  /** Own connections; others are counted periodically. */
  readonly connections: () => number;
  readonly limit?: number;
  readonly count?: () => Promise<number>;
}

/** Refuses connections that would use the last file descriptors. */
export class Descriptors {
  readonly #limit: number;
  readonly #count: () => Promise<number>;
  #others = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: DescriptorOptions) {
    this.#limit = options.limit ?? limitOfProcess();
    this.#count = options.count ?? countOpen;
  }

  get shareOfOne(): number {
    return Math.floor((this.#limit - this.options.reserve) * SHARE_OF_ONE);
  }

  get half(): number {
    return Math.floor(this.#limit / 2);
  }

  hasRoom(connections: number): boolean {
    return this.#limit - this.#others - connections >= this.options.reserve;
  }

  async start(): Promise<void> {
    if (this.#limit === Infinity) return;
    this.#timer ??= setInterval(() => void this.#recount(), COUNT_EVERY_MS).unref();
    await this.#recount();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #recount(): Promise<void> {
    const open = await this.#count().catch(() => null);
    if (open !== null) this.#others = Math.max(0, open - this.options.connections());
  }
}
