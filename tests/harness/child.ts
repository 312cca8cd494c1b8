import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Guard } from './guard.js';

/** Only against a process that never starts; generous for a busy machine. */
const READY_WITHIN_MS = 180_000;
/** Benchmarks measure starts. */
const READY_EVERY_MS = 20;
const STOP_WITHIN_MS = 10_000;
/** Enough for a spec that reads debug logs; up to twice as much is held, so that cutting stays rare. */
const KEPT_CHARACTERS = 2_000_000;

const defaultLogFile = (name: string, pid = 0) => {
  const folder = process.env['EARWORM_LOG_FOLDER'];
  return folder === undefined ? undefined : join(folder, `${name.replace(/\W+/g, '-')}-${pid}.log`);
};
const openLog = (file: string | undefined) => (file === undefined ? null : createWriteStream(file));

export interface ChildOptions {
  /** As it appears in messages and reports. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Polled after a start until it resolves with true. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly guard: Guard;
  /** Its output is also written here. Default: where this run's environment keeps logs, if it does. */
  readonly logFile?: string;
  /** Called with its output. */
  readonly onOutput?: (text: string) => void;
  readonly uid?: number;
  readonly gid?: number;
  /** For a process that stands for a container; default: SIGKILL. */
  readonly kill?: () => Promise<void>;
}

/** One server process that can be started, killed, frozen and started again. */
export class Child {
  readonly name: string;
  #process: ChildProcess | null = null;
  #pid = 0;
  #exited: Promise<number | null> = Promise.resolve(null);
  #output = '';
  #logFile: WriteStream | null = null;
  #isExpectedToExit = false;
  #crashes = 0;

  constructor(private readonly options: ChildOptions) {
    this.name = options.name;
  }

  /** 0 while it does not run. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  /** Also after it has ended; 0 before the first start. */
  get lastPid(): number {
    return this.#pid;
  }
  get isRunning(): boolean {
    return this.#process !== null;
  }
  /** The end of its output over all starts. */
  get output(): string {
    return this.#output;
  }
  /** Unexpected exits, also during a start. */
  get crashes(): number {
    return this.#crashes;
  }
  /** Resolves with the exit code when it and all processes with its output have ended; null after a signal. */
  get exited(): Promise<number | null> {
    return this.#exited;
  }

  /** Resolves when it is ready; rejects with its output when it ends before that or takes longer than `withinMs`. */
  async start(withinMs = READY_WITHIN_MS): Promise<void> {
    this.launch();
    await this.ready(withinMs);
  }

  /** As `start`, for a process that was launched. */
  async ready(withinMs = READY_WITHIN_MS): Promise<void> {
    let isReady = false;
    const check = async () => {
      if (!this.isRunning) return;
      isReady = await this.options.isReady();
      if (!isReady) throw new Error(`${this.name} was not ready in time`);
    };
    await eventually(check, withinMs, READY_EVERY_MS).catch(() => undefined);
    if (!isReady) throw new Error(`${this.name} did not start:\n${this.#output.slice(-2_000)}`);
  }

  /** Starts it without waiting until it is ready. */
  launch(): void {
    if (this.#process) throw new Error(`${this.name} is already running`);
    const { program, args, env, guard, logFile, onOutput, uid, gid } = this.options;
    const child = spawn(program, args, { env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] });
    const { pid } = child;
    this.#process = child;
    this.#pid = pid ?? 0;
    this.#isExpectedToExit = false;
    this.#logFile ??= openLog(logFile ?? defaultLogFile(this.name, pid));
    if (pid !== undefined) guard.watch(pid);
    const append = (text: Buffer | string) => {
      this.#logFile?.write(text);
      onOutput?.(text.toString());
      this.#output += text.toString();
      if (this.#output.length > 2 * KEPT_CHARACTERS) this.#output = this.#output.slice(-KEPT_CHARACTERS);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    this.#exited = new Promise((resolve) => {
      const end = (code: number | null) => {
        if (pid !== undefined) guard.forget(pid);
        if (this.#process === child) this.#process = null;
        if (!this.#isExpectedToExit) this.#crashes++;
        resolve(code);
      };
      child.on('error', (error) => {
        append(String(error));
        end(null);
      });
      child.on('close', end);
    });
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#isExpectedToExit = true;
    if (this.options.kill) await this.options.kill();
    else this.#process?.kill('SIGKILL');
    await this.#exited;
  }

  /** SIGSTOP: its connections stay open. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** SIGCONT. */
  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Sends a signal that it is expected to end by. */
  signal(signal: NodeJS.Signals): void {
    this.#isExpectedToExit = true;
    this.#process?.kill(signal);
  }

  /** SIGTERM, by force after 10 s. Resolves with the exit code, null when a signal ended it. */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    const late = setTimeout(() => this.#process?.kill('SIGKILL'), STOP_WITHIN_MS);
    const code = await this.#exited;
    clearTimeout(late);
    return code;
  }
}
