import { matches } from './subjects.js';

/** What happens to one message on its way. */
export type Fault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'double' }
  /** A delay holds back later messages of the same subject too: order is kept, as on a slow line. */
  | { readonly kind: 'delay'; readonly byMs: number }
  /** Held back alone: later messages of the same subject overtake it. */
  | { readonly kind: 'reorder'; readonly byMs: number };

interface Rule {
  readonly pattern: string;
  /** Messages this rule still applies to. */
  left: number;
  /** Part of the messages that it applies to, from 0 to 1. */
  readonly share: number;
  readonly fault: Fault;
}

export interface FaultTerms {
  /** Default: all to come. */
  readonly times?: number;
  /** Part of the messages it happens to, from 0 to 1; default 1. */
  readonly share?: number;
}

/** What a test does to one in-process connection. Patterns are those of subscriptions; replies travel on `_INBOX.>`. */
export class BusFaults {
  private rules: Rule[] = [];
  private listeners: ((connected: boolean) => void)[] = [];
  private isCut = false;

  /** @param random from 0 up to 1; a seeded one makes shares repeatable */
  constructor(private readonly random: () => number = Math.random) {}

  /** Loses what this connection publishes to the subject, silently. */
  drop(pattern: string, terms?: FaultTerms): void {
    this.rule(pattern, { kind: 'drop' }, terms);
  }

  /** Delivers twice what this connection publishes to the subject. */
  double(pattern: string, terms?: FaultTerms): void {
    this.rule(pattern, { kind: 'double' }, terms);
  }

  /** Holds back what this connection publishes to the subject. */
  delay(pattern: string, byMs: number, terms?: FaultTerms): void {
    this.rule(pattern, { kind: 'delay', byMs }, terms);
  }

  /** Lets later messages of the same subject overtake what this connection publishes to it. */
  reorder(pattern: string, byMs: number, terms?: FaultTerms): void {
    this.rule(pattern, { kind: 'reorder', byMs }, terms);
  }

  /** Forgets every rule. */
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

  /** For the adapter: what happens to the next message on the subject. The first rule that applies is the one. */
  next(subject: string): Fault | undefined {
    const rule = this.rules.find(
      (each) => each.left > 0 && matches(each.pattern, subject) && (each.share === 1 || this.random() < each.share),
    );
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  private rule(pattern: string, fault: Fault, { times = Infinity, share = 1 }: FaultTerms = {}): void {
    this.rules.push({ pattern, left: times, share, fault });
  }

  private turn(cut: boolean): void {
    if (this.isCut === cut) return;
    this.isCut = cut;
    for (const listener of this.listeners) listener(!cut);
  }
}
