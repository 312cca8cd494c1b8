import type { Answer, Command } from '@earworm/contracts';

/** What a browser may have in the air at once, and more. */
const REMEMBERED = 16;

const NOT_NOW: readonly string[] = ['retry', 'busy'] satisfies Extract<Answer, { ok: false }>['code'][];

interface Given {
  readonly id: string;
  readonly command: Command;
}

/**
 * Commands of one socket that were answered "not now": their limits are spent, and they are meant to be sent again, so they
 * spend none then. Whatever was answered otherwise, also by a limit, spends its limits whenever it comes.
 */
export class SecondTries {
  #keys: readonly string[] = [];

  has(given: Given): boolean {
    return this.#keys.length > 0 && this.#keys.includes(keyOf(given));
  }

  settle(given: Given, answer: Answer): void {
    const isOwed = !answer.ok && NOT_NOW.includes(answer.code);
    if (!isOwed && this.#keys.length === 0) return;
    const others = this.#keys.filter((key) => key !== keyOf(given));
    this.#keys = isOwed ? [...others, keyOf(given)].slice(-REMEMBERED) : others;
  }
}

/** Under the same id another kind of command is another command. */
const keyOf = ({ id, command }: Given): string => `${command.type} ${id}`;
