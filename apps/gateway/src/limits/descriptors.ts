import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

const COUNT_EVERY_MS = 5_000;
/** The most of all descriptors that the connections of one address take. */
const SHARE_OF_ONE = 3 / 4;

/** What the operating system lets this process open; Infinity where it does not say (other systems than Linux). */
function limitOfProcess(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

const countOpen = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

export interface DescriptorTerms {
  /** Kept for what serves those who are connected already: databases, files, the bus. */
  readonly reserve: number;
  /** Connections of ours; everything else that is open is counted from time to time. */
  readonly connections: () => number;
  readonly limit?: number;
  readonly count?: () => Promise<number>;
}

/** File descriptors of this process: a connection that would take one of the last is refused. */
export class Descriptors {
  readonly #limit: number;
  readonly #count: () => Promise<number>;
  #others = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly terms: DescriptorTerms) {
    this.#limit = terms.limit ?? limitOfProcess();
    this.#count = terms.count ?? countOpen;
  }

  /** Connections that one address may have as far as descriptors are concerned. */
  get shareOfOne(): number {
    return Math.floor((this.#limit - this.terms.reserve) * SHARE_OF_ONE);
  }

  hasRoom(connections: number): boolean {
    return this.#limit - this.#others - connections >= this.terms.reserve;
  }

  async start(): Promise<void> {
    if (this.#limit === Infinity) return;
    this.#timer ??= setInterval(() => void this.#look(), COUNT_EVERY_MS).unref();
    await this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What cannot be counted stays as it was. */
  async #look(): Promise<void> {
    const open = await this.#count().catch(() => null);
    if (open !== null) this.#others = Math.max(0, open - this.terms.connections());
  }
}
