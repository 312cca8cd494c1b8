import { matches } from './subjects.js';

interface Rule {
  readonly pattern: string;
  /** Messages this rule still applies to. */
  left: number;
  /** Infinity loses the message. */
  readonly delayMs: number;
}

/**
 * What a test does to one in-process connection. Patterns are those of subscriptions; replies travel on `_INBOX.>`.
 * A delay holds back later messages of the same subject too: order per subject is kept, as on a slow line.
 */
export class BusFaults {
  private rules: Rule[] = [];
  private listeners: ((connected: boolean) => void)[] = [];
  private isCut = false;

  /** Loses what this connection publishes to the subject, silently. */
  drop(pattern: string, options: { times?: number } = {}): void {
    this.rules.push({ pattern, left: options.times ?? Infinity, delayMs: Infinity });
  }

  /** Holds back what this connection publishes to the subject. */
  delay(pattern: string, delayMs: number, options: { times?: number } = {}): void {
    this.rules.push({ pattern, left: options.times ?? Infinity, delayMs });
  }

  /** Forgets every drop and delay. */
  clear(): void {
    this.rules = [];
  }

  /** Breaks the connection: nothing goes out or comes in until `restore`. */
  cut(): void {
    this.turn(true);
  }

  restore(): void {
    this.turn(false);
  }

  get disconnected(): boolean {
    return this.isCut;
  }

  /** For the adapter. */
  onTurn(listener: (connected: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** For the adapter: how long the next message on the subject is held; Infinity when it is lost. */
  nextDelay(subject: string): number {
    const rule = this.rules.find((each) => each.left > 0 && matches(each.pattern, subject));
    if (!rule) return 0;
    rule.left -= 1;
    return rule.delayMs;
  }

  private turn(cut: boolean): void {
    if (this.isCut === cut) return;
    this.isCut = cut;
    for (const listener of this.listeners) listener(!cut);
  }
}
