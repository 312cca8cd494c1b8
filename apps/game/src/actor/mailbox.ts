import type { AnyCommand, Actor as Issuer, BuzzTiming, Rejection } from '@earworm/rules';
import type { TraceParent } from '@earworm/service-kit/tracing';

/** The answer to a command; `silent` when this replica no longer owns the game. */
export type Reply =
  | { readonly kind: 'accepted'; readonly version: number }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'busy' | 'retry' | 'silent' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Envelope {
  readonly issuer: Issuer;
  readonly commandId: string;
  readonly command: AnyCommand;
  readonly device?: string | undefined;
  /** Of the server: sent again with the same id, it is answered as before. */
  readonly mayRepeat?: boolean;
  /** Of a buzz: what the gateway measured of it. */
  readonly timing?: BuzzTiming;
  /** When the gateway received it, by the owner's clock, ms since the epoch. */
  readonly receivedAt: number;
  /** Monotonic ms; the caller no longer waits after it. */
  readonly deadline: number;
  readonly traceParent?: TraceParent | undefined;
}

export interface Posted extends Envelope {
  readonly answer: Promise<Reply>;
  settle(reply: Reply): void;
}

/** Unanswered commands of one game; beyond it the answer is `busy`. */
export const MAILBOX_MAX = 4_096;

const keyOf = (envelope: Envelope) => `${envelope.issuer.userId} ${envelope.commandId}`;
const kindOf = (envelope: Envelope) => `${envelope.issuer.userId} ${envelope.command.type}`;

/** The unanswered commands of one game, each once, in order of arrival. */
export class Mailbox {
  #envelopes = new Map<string, Posted>();
  #kinds = new Set<string>();

  get size(): number {
    return this.#envelopes.size;
  }

  /** The answer; a command that is posted again joins its own. `onNew` gets each command once. */
  post(envelope: Envelope, onNew: (posted: Posted) => void): Promise<Reply> | 'mailbox' | 'kind' {
    const key = keyOf(envelope);
    const same = this.#envelopes.get(key);
    if (same) return same.answer;
    const kind = kindOf(envelope);
    if (this.#kinds.has(kind)) return 'kind';
    if (this.#envelopes.size >= MAILBOX_MAX) return 'mailbox';
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const posted: Posted = {
      ...envelope,
      answer: promise,
      settle: (reply) => {
        if (this.#envelopes.get(key) !== posted) return;
        this.#remove(key, kind);
        resolve(reply);
      },
    };
    this.#envelopes.set(key, posted);
    this.#kinds.add(kind);
    onNew(posted);
    return promise;
  }

  /** Creates new tables instead of emptying the old ones: see docs/benchmarks/experiments.md, 29. */
  #remove(key: string, kind: string): void {
    if (this.#envelopes.size === 1) {
      this.#envelopes = new Map();
      this.#kinds = new Set();
    } else {
      this.#envelopes.delete(key);
      this.#kinds.delete(kind);
    }
  }

  byTimeReceived(): Posted[] {
    return [...this.#envelopes.values()].sort((a, b) => a.receivedAt - b.receivedAt);
  }

  settleAll(reply: Reply): void {
    for (const envelope of [...this.#envelopes.values()]) envelope.settle(reply);
  }
}
