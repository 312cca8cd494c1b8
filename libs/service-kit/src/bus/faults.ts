import { matches } from './subjects.js';

export type Fault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'double' }
  | { readonly kind: 'delay'; readonly byMs: number }
  | { readonly kind: 'reorder'; readonly byMs: number };

interface Rule {
  readonly pattern: string;
  left: number;
  readonly share: number;
  readonly fault: Fault;
}

export interface FaultOptions {
  readonly times?: number;
  readonly share?: number;
}

/** Faults of one in-process connection, for tests. Patterns are those of subscriptions; replies use `_INBOX.>`. */
export class BusFaults {
  #rules: Rule[] = [];
  #listeners: ((connected: boolean) => void)[] = [];
  #isCut = false;

  constructor(private readonly random: () => number = Math.random) {}

  readonly drop = (pattern: string, options?: FaultOptions): void => this.#rule(pattern, { kind: 'drop' }, options);
  readonly double = (pattern: string, options?: FaultOptions): void => this.#rule(pattern, { kind: 'double' }, options);
  readonly delay = (pattern: string, byMs: number, options?: FaultOptions): void =>
    this.#rule(pattern, { kind: 'delay', byMs }, options);
  readonly reorder = (pattern: string, byMs: number, options?: FaultOptions): void =>
    this.#rule(pattern, { kind: 'reorder', byMs }, options);
  clear(): void {
    this.#rules = [];
  }

  cut(): void {
    this.#setCut(true);
  }

  restore(): void {
    this.#setCut(false);
  }

  get disconnected(): boolean {
    return this.#isCut;
  }

  onChange(listener: (connected: boolean) => void): void {
    this.#listeners.push(listener);
  }

  next(subject: string): Fault | undefined {
    const rule = this.#rules.find(
      (each) => each.left > 0 && matches(each.pattern, subject) && (each.share === 1 || this.random() < each.share),
    );
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  #rule(pattern: string, fault: Fault, { times = Infinity, share = 1 }: FaultOptions = {}): void {
    this.#rules.push({ pattern, left: times, share, fault });
  }

  #setCut(cut: boolean): void {
    if (this.#isCut === cut) return;
    this.#isCut = cut;
    for (const listener of this.#listeners) listener(!cut);
  }
}
