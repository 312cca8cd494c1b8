import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

export const BODY_ATTACKS = ['errors', 'save'] as const;
type BodyAttack = (typeof BODY_ATTACKS)[number];

export interface AttackRequest {
  readonly url: string;
  /** Value of X-Forwarded-For. */
  readonly address: string;
  readonly attack: BodyAttack;
  /** So many a second, whether answered or not; null: `connections` send again as soon as they are answered. */
  readonly perSecond: number | null;
  readonly connections: number;
  readonly forMs: number;
}

export interface AttackDone {
  readonly sent: number;
  /** How many were answered with each status; `none` where the connection broke. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Sends hostile bodies from a separate process that yields to the measuring of others: elsewhere it would be another
 * machine.
 */
export async function attackWithBodies(request: AttackRequest): Promise<AttackDone> {
  const attacker = fork(new URL('body-attack-process.js', import.meta.url));
  if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
  const done = once(attacker, 'message');
  attacker.send(request);
  const ended = once(attacker, 'exit').then(() => Promise.reject(new Error('the attacker has ended by itself')));
  try {
    return ((await Promise.race([done, ended])) as [AttackDone])[0];
  } finally {
    ended.catch(() => undefined);
    attacker.kill();
  }
}
