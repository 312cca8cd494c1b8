import type { AnyCommand, Actor as Issuer, Rejection } from '@earworm/rules';
import type { Span, TraceParent } from '@earworm/service-kit/tracing';

/** What a command is answered with; `silent` when this replica may not speak for the game any more. */
export type Reply =
  | { readonly kind: 'accepted'; readonly version: number }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'busy' | 'retry' | 'silent' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Envelope {
  readonly issuer: Issuer;
  readonly commandId: string;
  readonly command: AnyCommand;
  /** The browser that it came from, if the gateway knows it. */
  readonly device?: string | undefined;
  /** When the gateway received it, by the owner's clock, ms since the epoch. */
  readonly pressedAt: number;
  /** Monotonic; past this nobody waits for the answer. */
  readonly deadline: number;
  /** Of the call that brought it, when somebody records that. */
  readonly traceParent?: TraceParent | undefined;
}

export interface Posted extends Envelope {
  readonly answer: Promise<Reply>;
  settle(reply: Reply): void;
}

/** An answer that waits for the commit of the version it was computed from. */
export interface DeferredReply {
  readonly version: number;
  readonly envelope: Posted;
  readonly reply: Reply;
  readonly appending: Span | undefined;
}

/** SQLSTATE class 22: a value that no column takes, now or later. */
export const neverFits = (code: string): boolean => code.startsWith('22');

/** Decided again, what never fits would be refused again and again, and the game stand still. */
export function failReplies(replies: readonly DeferredReply[], code: string): void {
  const error = new Error(`the log cannot hold this: ${code}`);
  for (const { envelope } of replies) envelope.settle({ kind: 'failed', error });
}

/** Unanswered commands of one game that may wait; past it the answer is `busy`. */
export const MAILBOX_MAX = 4_096;

const keyOf = (envelope: Pick<Envelope, 'issuer' | 'commandId'>) => `${envelope.issuer.userId} ${envelope.commandId}`;
const kindOf = (envelope: Envelope) => `${envelope.issuer.userId} ${envelope.command.type}`;

/** The commands of one game that have not been answered, each once, in order of arrival. */
export class Mailbox {
  private envelopes = new Map<string, Posted>();
  private kinds = new Set<string>();

  get size(): number {
    return this.envelopes.size;
  }

  find(issuer: Issuer, commandId: string): Posted | undefined {
    return this.envelopes.get(keyOf({ issuer, commandId }));
  }

  /** The bound that is reached when it is full or the user already waits for a command of this kind: the answer is `busy`. */
  post(envelope: Envelope): Posted | 'mailbox' | 'kind' {
    const kind = kindOf(envelope);
    if (this.kinds.has(kind)) return 'kind';
    if (this.envelopes.size >= MAILBOX_MAX) return 'mailbox';
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const key = keyOf(envelope);
    const posted: Posted = {
      ...envelope,
      answer: promise,
      settle: (reply) => {
        if (this.envelopes.get(key) !== posted) return;
        this.remove(key, kind);
        resolve(reply);
      },
    };
    this.envelopes.set(key, posted);
    this.kinds.add(kind);
    return posted;
  }

  /** Begins new tables rather than empty the old: see decision 29. */
  private remove(key: string, kind: string): void {
    if (this.envelopes.size === 1) {
      this.envelopes = new Map();
      this.kinds = new Set();
    } else {
      this.envelopes.delete(key);
      this.kinds.delete(kind);
    }
  }

  /** Everything unanswered, by the time it counts from: what waited through a load is decided in that order. */
  byPressTime(): Posted[] {
    return [...this.envelopes.values()].sort((a, b) => a.pressedAt - b.pressedAt);
  }

  settleAll(reply: Reply): void {
    for (const envelope of [...this.envelopes.values()]) envelope.settle(reply);
  }
}
