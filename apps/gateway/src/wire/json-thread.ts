import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RefusedError, type RouteName } from '@earworm/contracts';
import { JSON_WORKER, type JsonBounds, type JsonOutcome, type JsonTask } from './strict-json.js';

/** A body of a few megabytes needs a tenth of it. */
const HEAP_MB = 256;

/** After the start of the process, which need not wait for the thread. */
const STARTED_AFTER_MS = 3_000;

const checked = new WeakSet<object>();

/** Whether it came from the thread, so that it is what the schema of its route makes of a body. */
export const isChecked = (value: unknown): boolean => typeof value === 'object' && value !== null && checked.has(value);

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Parses JSON in a separate thread, so that a long text delays no game. After it has ended it is started again by the
 * next text. Callers bound how many texts wait.
 */
export class JsonThread {
  #worker: Worker | null = null;
  #starting: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * As `parseStrictBytes`, and then what the route's schema makes of it: rejects with SyntaxError when that refuses it, and
   * with `busy` when the thread has ended meanwhile.
   */
  parse(bytes: Uint8Array, bounds: JsonBounds, route: RouteName): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    const own = ownMemory(bytes);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, bytes: own, bounds, route } satisfies JsonTask, [own.buffer]);
    });
  }

  /** Starts the thread in a moment: its start takes a core for a fifth of a second, which no game should wait for. */
  start(afterMs = STARTED_AFTER_MS): void {
    this.#starting = setTimeout(() => (this.#worker ??= this.#start()), afterMs).unref();
  }

  get isStarted(): boolean {
    return this.#worker !== null;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#starting);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // Beside this file, as source or built.
    const file = new URL(`strict-json${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, {
      workerData: JSON_WORKER,
      execArgv: ['--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.on('message', (outcome: JsonOutcome) => {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (this.#waiting.size === 0) worker.unref();
      if (outcome.ok) {
        if (typeof outcome.value === 'object' && outcome.value !== null) checked.add(outcome.value);
        waiting?.resolve(outcome.value);
      } else waiting?.reject(new SyntaxError('not JSON of ours'));
    });
    // Until it is given a text.
    worker.unref();
    // Its exit follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#worker = null;
      const all = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of all) reject(new RefusedError('busy'));
    });
    return worker;
  }
}

/** Bytes that can be handed over without a copy, or a copy of those that share their memory with others. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}
