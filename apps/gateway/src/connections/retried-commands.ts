import type { Answer, Command } from '@earworm/contracts';

const REMEMBERED = 16;

const TEMPORARY: readonly string[] = ['retry', 'busy'] satisfies Extract<Answer, { ok: false }>['code'][];

interface SentCommand {
  readonly id: string;
  readonly command: Command;
}

/** Commands of one socket answered `retry` or `busy`: the client resends them, and their limits are spent already. */
export class RetriedCommands {
  #keys: readonly string[] = [];

  has(sent: SentCommand): boolean {
    return this.#keys.length > 0 && this.#keys.includes(keyOf(sent));
  }

  settle(sent: SentCommand, answer: Answer): void {
    const isTemporary = !answer.ok && TEMPORARY.includes(answer.code);
    if (!isTemporary && this.#keys.length === 0) return;
    const others = this.#keys.filter((key) => key !== keyOf(sent));
    this.#keys = isTemporary ? [...others, keyOf(sent)].slice(-REMEMBERED) : others;
  }
}

/** An id may be reused for another type. */
const keyOf = ({ id, command }: SentCommand): string => `${command.type} ${id}`;
