import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guard } from './guard.js';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
/** Enough for a spec that reads logs with everything told; up to twice as much is held, so that cutting stays rare. */
const KEPT_CHARACTERS = 2_000_000;

export interface ChildTerms {
  /** As it stands in messages and reports. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Asked every 20 ms after a start, until it says yes. */
  readonly isReady: () => Promise<boolean>;
  readonly guard: Guard;
}

/** One server process that can be started, killed, frozen and started again. */
export class Child {
  readonly name: string;
  #process: ChildProcess | null = null;
  #ended: Promise<number | null> = Promise.resolve(null);
  #said = '';
  #isTold = false;
  #crashes = 0;

  constructor(private readonly terms: ChildTerms) {
    this.name = terms.name;
  }

  /** 0 while it does not run. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  get isRunning(): boolean {
    return this.#process !== null;
  }
  /** The last of what it printed, over all its starts. */
  get said(): string {
    return this.#said;
  }

  /** How often it has ended without being told to, while it started too. */
  get crashes(): number {
    return this.#crashes;
  }

  /** Resolves when it is ready; rejects with what it said when it ends before that or takes longer than a minute. */
  async start(): Promise<void> {
    this.launch();
    const until = performance.now() + READY_WITHIN_MS;
    while (!(await this.terms.isReady())) {
      if (!this.isRunning || performance.now() > until)
        throw new Error(`${this.name} did not start:\n${this.#said.slice(-2_000)}`);
      await sleep(20);
    }
  }

  /** Starts it without waiting until it is ready. */
  launch(): void {
    if (this.#process) throw new Error(`${this.name} runs already`);
    const { program, args, env, guard } = this.terms;
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const { pid } = child;
    this.#process = child;
    this.#isTold = false;
    if (pid !== undefined) guard.watch(pid);
    const hear = (text: Buffer) => {
      this.#said += text.toString();
      if (this.#said.length > 2 * KEPT_CHARACTERS) this.#said = this.#said.slice(-KEPT_CHARACTERS);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    this.#ended = new Promise((resolve) => {
      const end = (code: number | null) => {
        if (pid !== undefined) guard.forget(pid);
        if (this.#process === child) this.#process = null;
        if (!this.#isTold) this.#crashes++;
        resolve(code);
      };
      child.on('error', (error) => {
        hear(Buffer.from(String(error)));
        end(null);
      });
      child.on('exit', end);
    });
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#isTold = true;
    this.#process?.kill('SIGKILL');
    await this.#ended;
  }

  /** SIGSTOP: it stands still, its connections stay. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** SIGCONT. */
  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** SIGTERM, by force after 10 s. Resolves with the exit code, null when a signal ended it. */
  async stop(): Promise<number | null> {
    this.#isTold = true;
    this.#process?.kill('SIGTERM');
    const late = setTimeout(() => this.#process?.kill('SIGKILL'), STOP_WITHIN_MS);
    const code = await this.#ended;
    clearTimeout(late);
    return code;
  }
}
