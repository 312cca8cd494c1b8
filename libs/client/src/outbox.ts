import type { Answer, Delay } from '@earworm/contracts';
import type { Command } from '@earworm/rules';
import { backOff } from './random.js';
import type { PendingCommand, PendingDelay } from './types.js';

/** A command is given up after this: the server forgets ids after two minutes, and a late buzz means nothing. */
const GIVEN_UP_AFTER_MS = 60_000;
/** The server answers within 4 s; a sent command without an answer is resent after this. */
const UNANSWERED_AFTER_MS = 6_000;
/** Most answers take milliseconds: a connection that is silent for this long may be dead. */
const SILENT_AFTER_MS = 2_000;
/** Unanswered commands at a time; the next is answered `busy` at once. */
const MOST_PENDING = 100;

interface Entry extends PendingCommand {
  readonly resolve: (answer: Answer) => void;
  refusals: number;
  dueAt: number;
  /** When the connection is checked, unless there is an answer; Infinity once it was. */
  checkAt: number;
  delay?: PendingDelay;
  isBusy?: boolean;
}

export interface OutboxOptions {
  /** Sends a command; only called while online. */
  readonly transmit: (id: string, command: Command) => void;
  readonly onChange: () => void;
  /** A command that was sent is not answered yet. */
  readonly onSilent: () => void;
  /** Commands were given up while online: whether they took effect is unknown. */
  readonly onGivenUp: () => void;
  readonly newId: () => string;
  readonly random: () => number;
  readonly now: () => number;
}

/** Keeps every command until it is answered: one id, one answer, any number of attempts. */
export class Outbox {
  #entries = new Map<string, Entry>();
  #pending: readonly PendingCommand[] = [];
  #online = false;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: OutboxOptions) {}

  get pending(): readonly PendingCommand[] {
    return this.#pending;
  }

  give(command: Command): Promise<Answer> {
    const id = this.options.newId();
    if (this.#closed) return Promise.resolve(refused(id, 'unavailable'));
    if (this.#entries.size >= MOST_PENDING) return Promise.resolve(refused(id, 'busy'));
    return new Promise((resolve) => {
      const now = this.options.now();
      this.#entries.set(id, { id, command, givenAt: now, resolve, refusals: 0, dueAt: now, checkAt: Infinity });
      this.#changed();
      this.#sendDue();
    });
  }

  /** After every (re)connection: resends everything unanswered in order. */
  online(): void {
    this.#online = true;
    for (const entry of this.#entries.values()) entry.dueAt = this.options.now();
    this.#sendDue();
  }

  offline(): void {
    this.#online = false;
  }

  answered(answer: Answer): void {
    const entry = this.#entries.get(answer.id);
    if (entry === undefined) return;
    if (!answer.ok && (answer.code === 'retry' || answer.code === 'busy')) {
      entry.checkAt = Infinity;
      if (answer.code === 'busy' && entry.isBusy !== true) {
        entry.isBusy = true;
        this.#changed();
      }
      entry.dueAt = this.options.now() + backOff(++entry.refusals, this.options.random, 125, 4_000);
      this.#arm();
    } else {
      this.#settle(entry, answer);
    }
  }

  /** The server answers at the command's turn: until then it is neither resent nor given up. */
  delayed({ id, ms, place, everyMs }: Delay & { readonly id: string }): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const until = this.options.now() + ms;
    entry.delay = { until, place, everyMs };
    entry.dueAt = until + UNANSWERED_AFTER_MS;
    entry.checkAt = Infinity;
    this.#changed();
    this.#arm();
  }

  /** Answers all remaining commands with `code`. */
  close(code: 'retry' | 'unavailable'): void {
    this.#closed = true;
    for (const entry of [...this.#entries.values()]) this.#settle(entry, refused(entry.id, code));
    clearTimeout(this.#timer);
  }

  #settle(entry: Entry, answer: Answer): void {
    if (this.#entries.get(entry.id) !== entry) return;
    // An emptied table would keep alive what it held until the next full collection.
    if (this.#entries.size === 1) this.#entries = new Map();
    else this.#entries.delete(entry.id);
    this.#changed();
    this.#arm();
    entry.resolve(answer);
  }

  #changed(): void {
    this.#pending = [...this.#entries.values()].map(({ id, command, givenAt, delay, isBusy }) => ({
      id,
      command,
      givenAt,
      ...(delay === undefined ? {} : { delay }),
      ...(isBusy === undefined ? {} : { isBusy }),
    }));
    this.options.onChange();
  }

  #sendDue(): void {
    const now = this.options.now();
    let gaveUp = false;
    let isSilent = false;
    for (const entry of [...this.#entries.values()]) {
      if (now >= givenUpAt(entry)) {
        gaveUp = true;
        this.#settle(entry, refused(entry.id, 'retry'));
      } else if (this.#online && entry.dueAt <= now) {
        entry.dueAt = now + UNANSWERED_AFTER_MS;
        entry.checkAt = now + SILENT_AFTER_MS;
        this.options.transmit(entry.id, entry.command);
      } else if (this.#online && entry.checkAt <= now) {
        entry.checkAt = Infinity;
        isSilent = true;
      }
    }
    this.#arm();
    if (gaveUp && this.#online) this.options.onGivenUp();
    else if (isSilent) this.options.onSilent();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    let next = Infinity;
    for (const entry of this.#entries.values()) {
      next = Math.min(next, givenUpAt(entry), this.#online ? Math.min(entry.dueAt, entry.checkAt) : Infinity);
    }
    if (next === Infinity) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(next - this.options.now(), 1));
  }
}

const givenUpAt = ({ givenAt, delay }: PendingCommand): number => (delay?.until ?? givenAt) + GIVEN_UP_AFTER_MS;

const refused = (id: string, code: 'retry' | 'busy' | 'unavailable'): Answer => ({
  type: 'answer',
  id,
  ok: false,
  code,
});
