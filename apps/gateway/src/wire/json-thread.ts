import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RefusedError, type RouteName } from '@earworm/contracts';
import { JSON_WORKER, type JsonBounds, type JsonOutcome, type JsonTask } from './strict-json.js';

/** Ten times what the largest body needs. */
const HEAP_MB = 256;

const checked = new WeakSet<object>();

/** Whether the worker has validated it against the route's schema. */
export const isChecked = (value: unknown): boolean => typeof value === 'object' && value !== null && checked.has(value);

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Parses JSON in a worker thread, so that large bodies delay no game. Restarts on demand. Callers bound the queue. */
export class JsonThread {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Parses and validates. Rejects with SyntaxError, or `busy` when the worker ended. */
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

  /** Before a text arrives: starting takes 0.2 s of a core, below the priority of the games. */
  start(): void {
    this.#worker ??= this.#start();
  }

  get isStarted(): boolean {
    return this.#worker !== null;
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // Source or build.
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
      } else waiting?.reject(new SyntaxError('not strict JSON'));
    });
    worker.unref();
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

/** Transferable bytes, copied if shared. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}
