export function matches(pattern: string, subject: string): boolean {
  if (pattern === subject) return true;
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '>') return given.length > i;
    if (i >= given.length || (wanted[i] !== '*' && wanted[i] !== given[i])) return false;
  }
  return wanted.length === given.length;
}

interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  readonly here: Set<T>;
  readonly rest: Set<T>;
}

const branch = <T>(): Branch<T> => ({ next: new Map(), here: new Set(), rest: new Set() });

const SUBJECTS_KEPT = 4_096;

/** Subscriptions by pattern; a lookup costs the subject's tokens, whatever the number of subscriptions. */
export class SubjectTree<T> {
  readonly #root = branch<T>();
  /** Lookup cache, cleared on every change: publishing is far more frequent. */
  readonly #found = new Map<string, readonly T[]>();

  add(pattern: string, item: T): void {
    this.#found.clear();
    let at = this.#root;
    const tokens = pattern.split('.');
    const open = tokens.at(-1) === '>';
    for (const token of open ? tokens.slice(0, -1) : tokens) {
      const next = at.next.get(token) ?? branch<T>();
      at.next.set(token, next);
      at = next;
    }
    (open ? at.rest : at.here).add(item);
  }

  remove(pattern: string, item: T): void {
    this.#found.clear();
    this.#prune(this.#root, pattern.split('.'), 0, item);
  }

  get isEmpty(): boolean {
    return this.#root.next.size === 0 && this.#root.here.size === 0 && this.#root.rest.size === 0;
  }

  find(subject: string): readonly T[] {
    const cached = this.#found.get(subject);
    if (cached) return cached;
    const found: T[] = [];
    this.#collect(this.#root, subject.split('.'), 0, found);
    if (this.#found.size >= SUBJECTS_KEPT) this.#found.clear();
    this.#found.set(subject, found);
    return found;
  }

  #collect(at: Branch<T>, tokens: readonly string[], i: number, found: T[]): void {
    const token = tokens[i];
    if (token === undefined) return void found.push(...at.here);
    if (at.rest.size > 0) found.push(...at.rest);
    const exact = at.next.get(token);
    if (exact) this.#collect(exact, tokens, i + 1, found);
    const star = at.next.get('*');
    if (star) this.#collect(star, tokens, i + 1, found);
  }

  /** Removes empty branches, or the tree would keep every game ever played. */
  #prune(at: Branch<T>, tokens: readonly string[], i: number, item: T): boolean {
    const token = tokens[i];
    if (token === undefined) at.here.delete(item);
    else if (token === '>' && i === tokens.length - 1) at.rest.delete(item);
    else {
      const next = at.next.get(token);
      if (next && this.#prune(next, tokens, i + 1, item)) at.next.delete(token);
    }
    return at.next.size === 0 && at.here.size === 0 && at.rest.size === 0;
  }
}
