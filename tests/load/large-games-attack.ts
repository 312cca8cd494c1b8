import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

export interface Guest {
  /** Value of X-Forwarded-For. */
  readonly address: string;
  readonly token: string;
}

export interface LargeGamesRequest {
  readonly url: string;
  readonly guests: readonly Guest[];
  readonly templateId: string;
  /** Starts of the template, then games with their own questions. */
  readonly starts: number;
  readonly games: number;
  /** JSON text of what each of these games is created with. */
  readonly categories: string;
  readonly connections: number;
}

export interface Answer {
  /** A code of the product; `ok` for a game. */
  readonly code: string;
  /** From when the request was sent completely; 0 for an answer that came before that. */
  readonly ms: number;
  /** From its beginning, so with the time that it took to be sent. */
  readonly inAllMs: number;
}

export interface LargeGamesDone {
  readonly answers: readonly Answer[];
  /** Games that were acknowledged. */
  readonly made: readonly string[];
  /** Requests without an answer. */
  readonly broken: number;
  readonly seconds: number;
}

/**
 * Starts and creates large games from a separate process that yields to the measuring of others: elsewhere it would be
 * another machine.
 */
export async function attackWithLargeGames(attack: LargeGamesRequest): Promise<LargeGamesDone> {
  const attacker = fork(new URL('large-games-process.js', import.meta.url));
  if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
  const done = once(attacker, 'message');
  attacker.send(attack);
  const ended = once(attacker, 'exit').then(() => Promise.reject(new Error('the attacker has ended by itself')));
  try {
    return ((await Promise.race([done, ended])) as [LargeGamesDone])[0];
  } finally {
    ended.catch(() => undefined);
    attacker.kill();
  }
}
