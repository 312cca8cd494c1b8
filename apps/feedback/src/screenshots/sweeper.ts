import type { Logger } from '@earworm/service-kit/log';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { sweep } from './sweep.js';

/** Sweeps again and again; every replica may, what is gone is gone. */
export class Sweeper {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly objects: ObjectStore,
    private readonly everyMs: number,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = sweep(this.database, this.objects)
        .catch((error: unknown) => this.log.warn({ err: error }, 'could not sweep'))
        .finally(() => this.#timer !== undefined && this.start());
    }, this.everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }
}
