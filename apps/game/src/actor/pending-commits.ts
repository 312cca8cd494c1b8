import type { Span } from '@earworm/service-kit/tracing';
import type { Uncommitted } from './decide-command.js';
import type { Posted, Reply } from './mailbox.js';

export interface DeferredReply {
  readonly version: number;
  readonly envelope: Posted;
  readonly reply: Reply;
  readonly span: Span | undefined;
}

/** SQLSTATE class 22: a value that no column can hold. */
const isDataException = (code: string): boolean => code.startsWith('22');

/** The versions of one game that the flush has not confirmed, and the answers that wait for them. */
export class PendingCommits {
  #versions: Uncommitted[] = [];
  #replies: DeferredReply[] = [];

  get isEmpty(): boolean {
    return this.#versions.length === 0;
  }

  add(versions: readonly Uncommitted[]): void {
    this.#versions.push(...versions);
  }

  defer(reply: DeferredReply): void {
    this.#replies.push(reply);
  }

  take(version: number): { readonly versions: readonly Uncommitted[]; readonly replies: readonly DeferredReply[] } {
    const versions = this.#versions.filter((each) => each.version <= version);
    const replies = this.#replies.filter((each) => each.version <= version);
    this.#versions = this.#versions.slice(versions.length);
    this.#replies = this.#replies.slice(replies.length);
    return { versions, replies };
  }

  /**
   * Fails the commands that waited, if the database can never store their events; other commands stay in the mailbox and are decided
   * again.
   */
  refuse(code: string): void {
    if (!isDataException(code)) return;
    const error = new Error(`the log cannot store an event: SQLSTATE ${code}`);
    for (const { envelope } of this.#replies) envelope.settle({ kind: 'failed', error });
  }

  clear(): void {
    this.#versions = [];
    for (const { span } of this.#replies) span?.end('retry');
    this.#replies = [];
  }
}
