import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type Bus, ipcChannel, serveChannel } from '@earworm/service-kit/bus';
import type { HealthChecks } from '@earworm/service-kit/health';
import type { Logger } from '@earworm/service-kit/log';
import { keepRunning, type Run } from '../launch/keep-running.mjs';
import type { Front } from './front.js';

/** Sent to a worker once the other services can answer. */
export const LISTEN = 'listen';
/** Sent by a worker. */
export type FromWorker =
  { readonly ready: number } | { readonly failed: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code'> };

export const WORKER_DRAIN_MS = 300;
export const WORKER_STOPS_WITHIN_MS = 1_000;

const PROGRAM = join(import.meta.dirname, 'gateway-worker.js');

export interface GatewayWorkersOptions {
  readonly count: number;
  /** Of the n-th worker, from 1. */
  readonly envOf: (worker: number) => NodeJS.ProcessEnv;
  /** Another connection for each worker. */
  readonly connect: () => Bus;
  readonly health: HealthChecks;
  readonly log: Logger;
}

/** Never 0: a gateway is not to end by itself. */
const exitCode = (code: number | null, signal: NodeJS.Signals | null): number =>
  signal === null ? code || 1 : 128 + constants.signals[signal];

/** Gateways as processes that share a port; one that ends by itself is started again. */
export class GatewayWorkers implements Front {
  readonly #running = new Map<number, Worker>();
  readonly #wereReady = new Set<number>();
  /** Why the last run of a worker ended. */
  readonly #reasons = new Map<number, string>();
  readonly #firstReady = new Map<number, PromiseWithResolvers<number>>();
  readonly #mayListen = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #ended: Promise<unknown>[] = [];
  readonly #died = Promise.withResolvers<string>();
  #isStopping = false;

  constructor(private readonly options: GatewayWorkersOptions) {
    const { count, health, log } = options;
    cluster.setupPrimary({ exec: PROGRAM, args: [], serialization: 'advanced' });
    for (let n = 1; n <= count; n++) {
      const ready = Promise.withResolvers<number>();
      // `listen` may never be called.
      ready.promise.catch(() => undefined);
      this.#firstReady.set(n, ready);
      health.add(`gateway-${n}`, () => {
        if (!this.#running.has(n)) throw new Error('does not run');
      });
      this.#ended.push(
        keepRunning({
          run: (readyWithinMs) => this.#run(n, readyWithinMs),
          log: (fields, message) => log.error({ worker: n, ...fields }, message),
          pause: (ms) => this.#pause(ms),
        }).then(() => {
          const reason = this.#reasons.get(n) ?? 'see the log';
          if (!this.#isStopping) this.#died.resolve(`Gateway ${n} could not be started again: ${reason}`);
        }),
      );
    }
  }

  /** Resolves when every worker accepts connections; rejects when one of them cannot start. */
  async listen(): Promise<number> {
    this.#mayListen.resolve();
    const [port = 0] = await Promise.all([...this.#firstReady.values()].map(({ promise }) => promise));
    return port;
  }

  get died(): Promise<string> {
    return this.#died.promise;
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#stopped.resolve();
    for (const { process } of this.#workers()) process.kill('SIGTERM');
    // A suspended process takes no other signal.
    const late = setTimeout(() => {
      for (const { process } of this.#workers()) process.kill('SIGKILL');
    }, WORKER_STOPS_WITHIN_MS);
    await Promise.all(this.#ended);
    clearTimeout(late);
  }

  readonly #workers = () => Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);

  async #run(n: number, readyWithinMs: number): Promise<Run> {
    const { envOf, connect, log } = this.options;
    const worker = cluster.fork(envOf(n));
    serveChannel(ipcChannel(worker), connect(), log);
    let readyAt: number | null = null;
    let reason: string | null = null;
    const end = () => {
      reason = `it was not ready within ${readyWithinMs} ms`;
      worker.process.kill('SIGKILL');
    };
    const late = readyWithinMs === Infinity ? undefined : setTimeout(end, readyWithinMs);
    const fail = (err: Error) => {
      reason = err.message;
      if (this.#wereReady.has(n)) log.error({ worker: n, err }, 'a gateway could not start');
      else this.#firstReady.get(n)?.reject(err);
    };
    worker.on('message', (message: FromWorker) => {
      if ('ready' in message) {
        readyAt = performance.now();
        clearTimeout(late);
        this.#running.set(n, worker);
        this.#firstReady.get(n)?.resolve(message.ready);
        this.#wereReady.add(n);
      } else if ('failed' in message) fail(Object.assign(new Error(message.failed.message), message.failed));
    });
    worker.on('error', (err: Error) => log.error({ worker: n, err }, 'a gateway could not be reached'));
    void this.#mayListen.promise.then(() => worker.send(LISTEN, () => undefined));
    const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
    clearTimeout(late);
    this.#running.delete(n);
    this.#reasons.set(n, reason ?? `it ended with ${signal ?? code}`);
    this.#firstReady.get(n)?.reject(new Error(`a gateway ended with ${signal ?? code} before it was ready`));
    return { code: exitCode(code, signal), signal, readyAt, reason, wasStopped: this.#isStopping };
  }

  async #pause(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, ms))), this.#stopped.promise]);
    clearTimeout(timer);
    return !this.#isStopping;
  }
}
